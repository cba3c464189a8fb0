import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { origins } from '../../../scripts/origins.ts';
import { root } from '../../../server/root.mjs';

describe('program', () => {
  const exec = promisify(execFile);
  const commands = ['start', 'serve', 'worker', 'create-admin', 'verify-dossier', 'distribute', 'backup', 'restore'];
  const longAgo = new Date('2020-01-01');

  /** A program with our commands, each of which prints one word. */
  let folder: string;
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  const say = (name: string, word: string) =>
    write(`scripts/${name}.ts`, `const word: string = '${word}';\nconsole.log(word, ...process.argv.slice(2));\n`);
  const run = async (...args: string[]) =>
    (await exec(process.execPath, ['scripts/run.mjs', ...args], { cwd: folder })).stdout;

  const programs = () => readdir(join(folder, 'dist', 'server'));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drivedesk-program-'));
    const own = ['run.mjs', 'program.mjs', 'build-cabinet.ts'].map(name => `scripts/${name}`);
    for (const file of [...own, 'server/root.mjs']) await cp(join(root, file), join(folder, file));
    await write('package.json', '{ "type": "module" }');
    await write('package-lock.json', '{}');
    for (const part of ['contract', 'schema', 'resources']) await write(`src/${part}/x.ts`, '');
    for (const file of ['server/demo/generate.ts', 'server/threads/thread.ts']) await write(file, 'export {};');
    for (const name of commands) await say(name, name);
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is built before its first command, and passes the arguments to the command', async () => {
    expect(await run('serve', 'a', 'b')).toBe('serve a b\n');
  });

  it('stays as it is while its sources do, and is made of others even if these are older', async () => {
    const [made = ''] = await programs();
    expect(await run('serve')).toBe('serve\n');
    expect(await programs()).toEqual([made]);
    await say('serve', 'served');
    await utimes(join(folder, 'scripts', 'serve.ts'), longAgo, longAgo);
    expect(await run('serve')).toBe('served\n');
    // The earlier build is complete, because a server may run from it.
    const before = join(folder, 'dist', 'server', made);
    expect((await exec(process.execPath, [join(before, 'serve.mjs')])).stdout).toBe('serve\n');
    await say('serve', 'serve');
    expect(await run('serve')).toBe('serve\n');
    expect(await programs()).toHaveLength(2);
  });

  it('is made again where making it did not come to its end', async () => {
    for (const name of await programs()) {
      await rm(join(folder, 'dist', 'server', name), { recursive: true });
      await write(`dist/server/${name}.1/worker.mjs`, 'not the whole');
    }
    expect(await run('worker')).toBe('worker\n');
  });

  it('can be asked for by several at once', async () => {
    await say('backup', 'copied');
    expect(await Promise.all([run('backup'), run('backup'), run('backup')])).toEqual(Array(3).fill('copied\n'));
  });

  it('leaves no more than nine earlier ones behind', async () => {
    for (let time = 0; time < 11; time++) {
      await say('restore', `restored ${time}`);
      expect(await run('restore')).toBe(`restored ${time}\n`);
    }
    expect(await programs()).toHaveLength(10);
  });

  it('makes a cabinet of what is there, however old that is, and none of what it was made of already', async () => {
    const start = `import { mkdir, writeFile } from 'node:fs/promises';
    import { cabinetIsStale, replaceCabinet } from './build-cabinet.ts';
    const build = async (folder: string) => {
      await mkdir(folder, { recursive: true });
      await writeFile(\`\${folder}/index.html\`, '');
    };
    const stale = await cabinetIsStale();
    if (stale) await replaceCabinet(undefined, build);
    console.log(stale ? 'built' : 'as it was');`;
    await write('scripts/start.ts', start);
    for (const file of ['public/x.txt', 'index.html', 'vite.config.ts']) await write(file, '');
    const begin = async () => (await run('start')).trim();
    expect([await begin(), await begin()]).toEqual(['built', 'as it was']);
    await write('index.html', 'an older branch');
    for (const file of ['index.html', 'public', 'src']) await utimes(join(folder, file), longAgo, longAgo);
    expect([await begin(), await begin()]).toEqual(['built', 'as it was']);
    await rm(join(folder, 'public', 'x.txt'));
    expect([await begin(), await begin()]).toEqual(['built', 'as it was']);
    // Files that were copied or checked out again have new times and the same contents.
    await utimes(join(folder, 'index.html'), new Date(), new Date());
    expect(await begin()).toBe('as it was');
    await rm(join(folder, 'dist', 'cabinet'), { recursive: true });
    expect(await begin()).toBe('built');
  });

  it('says which commands there are, where one is none', async () => {
    await expect(run('constructor')).rejects.toThrow(/No such command: constructor/);
    await expect(run('nothing')).rejects.toThrow(/No such command: nothing\. There are start, serve/);
  });
});

/** Returns the file that a build with these settings emits. */
const noted = (env: Readonly<Record<string, string>>): unknown => {
  const { configResolved, generateBundle } = origins() as unknown as {
    configResolved: (config: { env: object }) => void;
    generateBundle: (this: { emitFile: (file: { source: string }) => void }) => void;
  };
  configResolved({ env });
  let source = '';
  generateBundle.call({
    emitFile: file => {
      source = file.source;
    },
  });
  return JSON.parse(source);
};

describe('other hosts that a cabinet calls', () => {
  it('are noted with the build, for the policy of whatever serves it', () => {
    expect(noted({})).toEqual([]);
    expect(noted({ VITE_API_HOST: 'https://api.example.com' })).toEqual(['https://api.example.com']);
  });

  it('are refused where they are no address', () => {
    expect(() => noted({ VITE_API_HOST: 'api.example.com' })).toThrow(/VITE_API_HOST is "api\.example\.com"/);
  });
});

const path = join(root, 'scripts', 'node-version.cjs');

/** Returns the message on this Node version and the exit code. */
const startOn = (node: string) => {
  const said: string[] = [];
  const codes: number[] = [];
  runInNewContext(readFileSync(path, 'utf8'), {
    require: createRequire(path),
    process: { versions: { node }, exit: (code: number) => codes.push(code) },
    console: { error: (text: string) => said.push(text) },
  });
  return { said, codes };
};

describe('npm start', () => {
  it.each(['14.21.3', '18.20.8', '20.18.3'])('says on Node %s which one it needs, and ends', version => {
    const said = [`Node 20.19 or newer is needed; this is ${version}.`];
    expect(startOn(version)).toEqual({ said, codes: [1] });
  });

  it.each(['20.19.0', '20.20.2', '22.4.0', '24.0.0'])('says nothing on Node %s', version => {
    expect(startOn(version)).toEqual({ said: [], codes: [] });
  });

  it('looks before anything else', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(scripts.start).toMatch(/^node -r \.\/scripts\/node-version\.cjs /);
  });
});

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)(
  'a program that npm started ends when npm gets %s, which npm does not pass on',
  async signal => {
    const folder = await mkdtemp(join(tmpdir(), 'npm-parent-'));
    const program = `
      import { writeFileSync } from 'node:fs';
      import { onNpmGone } from ${JSON.stringify(join(root, 'scripts', 'program.mjs'))};
      onNpmGone(() => process.kill(process.pid, 'SIGTERM'));
      process.on('SIGTERM', () => { writeFileSync('ended', 'in order'); process.exit(0); });
      process.on('SIGHUP', () => {});
      setInterval(() => {}, 1000);
      writeFileSync('pid', String(process.pid));`;
    await writeFile(join(folder, 'program.mjs'), program);
    await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts: { start: 'node program.mjs' } }));
    const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore', detached: true });
    const pid = await vi.waitFor(async () => {
      const number = Number(await readFile(join(folder, 'pid'), 'utf8'));
      expect(number).toBeGreaterThan(0);
      return number;
    });
    const gone = once(npm, 'exit');
    npm.kill(signal);
    await gone;
    await vi.waitFor(async () => expect(await readFile(join(folder, 'ended'), 'utf8')).toBe('in order'));
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
    await rm(folder, { recursive: true });
  },
);
