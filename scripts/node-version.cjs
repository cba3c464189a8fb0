// Runs before anything else, in syntax that every Node understands, because an old Node fails later with a syntax
// error.
const wanted = /\d+\.\d+/.exec(require('../package.json').engines.node)[0];
const numbers = text => text.split('.').map(Number);
const [major, minor] = numbers(process.versions.node);
const [wantedMajor, wantedMinor] = numbers(wanted);
if (major < wantedMajor || (major === wantedMajor && minor < wantedMinor)) {
  console.error(`Node ${wanted} or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
