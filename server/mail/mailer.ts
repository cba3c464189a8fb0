import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';

export interface Letter {
  /** Left part of the letter's Message-ID, by which a mail server recognises a second copy. Absent: a random one. */
  readonly id?: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Attached file. It is read while the letter is sent. */
  readonly attachment?: { readonly fileName: string; readonly contentType: string; readonly bytes: Readable };
}

export interface Mailer {
  readonly send: (letter: Letter) => Promise<void>;
}

interface MailSettings {
  readonly smtpUrl: string | undefined;
  readonly from: string;
  /** Folder to which letters are written if there is no mail server. */
  readonly folder: string;
}

const hostOf = (from: string): string => /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';

const withAttachment = ({ attachment, ...letter }: Letter) =>
  attachment
    ? {
        ...letter,
        attachments: [
          { filename: attachment.fileName, contentType: attachment.contentType, content: attachment.bytes },
        ],
      }
    : letter;

const createSmtpMailer = (url: string, from: string): Mailer => {
  // Time limits of the SMTP connection, ms, so that a hanging mail server does not block the sender.
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({ url, ...timeouts }, { from });
  return {
    send: async ({ id, ...letter }) => {
      await transport.sendMail({
        ...withAttachment(letter),
        ...(id && { messageId: `<${id}@${hostOf(from)}>` }),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
  };
};

const createFileMailer = (folder: string, from: string): Mailer => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from });
  return {
    send: async ({ id: _, ...letter }) => {
      const { message } = await transport.sendMail(withAttachment(letter));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const fileName = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}.eml`;
      // The file is readable by its owner only, because it may contain a one-time link.
      await writeFile(join(folder, fileName), message as Buffer, { mode: 0o600 });
    },
  };
};

/** Sends letters by SMTP, or writes them to files without it. */
export const makeMailer = ({ smtpUrl, from, folder }: MailSettings): Mailer =>
  smtpUrl ? createSmtpMailer(smtpUrl, from) : createFileMailer(folder, from);
