import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Selectable, sql } from 'kysely';
import { hasAnyRole, rights } from '../../../src/contract/access.ts';
import type { BodyFor } from '../../../src/contract/index.ts';
import { handoutDays } from '../../../src/contract/limits.ts';
import type { Locale } from '../../../src/contract/messages/index.ts';
import type { Handout } from '../../../src/contract/shapes/clientSheet.ts';
import { formatDay } from '../../../src/schema/kinds/format.ts';
import { dayMs } from '../../../src/schema/kinds/time.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/connect.ts';
import type { Handout as HandoutTable } from '../../db/types.ts';
import { clientZone } from '../../domain/client-zone.ts';
import { DomainError, invalid, notFound } from '../../errors.ts';
import { writeLetter } from '../../mail/letters.ts';
import { queueLetter } from '../../mail/queue.ts';
import { defineHandlers } from '../../module.ts';
import type { Caller, Tx } from '../../transaction.ts';
import { attemptCounters, takeTry } from '../account/service.ts';
import { requireSheetAccess } from '../clients/service.ts';
import type { Document, writeDocument } from '../dossier/service.ts';
import { explainPeriod, listDays, periodOf, planBetterScore, readSubject } from '../statistics/service.ts';
import { composeAccidentPage } from './accidentPage.ts';
import { contentSecurityPolicy, renderNotice, renderPage } from './html.ts';
import { composeScorePage, draftNote, type ScoreData } from './scorePage.ts';

const maxListed = 20;
/** Bytes of the secret in a link. Nobody guesses 192 bits. */
const secretBytes = 24;
const tokenPattern = /^(\d{1,15})-([\w-]{32})$/;

type HandoutRow = Selectable<HandoutTable>;
interface Request {
  readonly caller: Caller;
  readonly locale: Locale;
}
interface ClientKey {
  readonly companyId: number;
  readonly id: number;
}

const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const toWire = (row: Omit<HandoutRow, 'token_hash'>): Handout => ({
  Id: row.id,
  VoucherId: row.voucher_id,
  AccidentId: row.accident_id,
  AuthorName: row.author_name,
  CreatedAt: row.created_at,
  ExpiresAt: row.expires_at,
  WithdrawnAt: row.withdrawn_at,
  OpenedCount: row.opened_count,
  LastOpenedAt: row.last_opened_at,
  Note: (row.page as { readonly note?: string } | null)?.note ?? null,
});

const readClient = async (db: Db, { companyId, id }: ClientKey) => {
  const row = await db
    .selectFrom('client')
    .innerJoin('company', 'company.id', 'client.company_id')
    .select(['first_name', 'middle_name', 'email', 'city', 'company.name as company', 'company.time_zone as zone'])
    .where('client.company_id', '=', companyId)
    .where('client.id', '=', id)
    .executeTakeFirstOrThrow(notFound);
  return { ...row, name: [row.first_name, row.middle_name].filter(Boolean).join(' ') };
};

type Client = Awaited<ReturnType<typeof readClient>>;
type PageRequest = Request & { readonly key: ClientKey; readonly client: Client; readonly expiresOn: string };

/** Returns the next score that ends in a zero, in tenths. Undefined from 90 points on. */
const nextTargetTenths = (score: number): number | undefined =>
  score >= 90 ? undefined : (Math.floor(score / 10) + 1) * 100;

const readScoreData = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  { caller, locale, key, client, expiresOn }: PageRequest,
  voucherId: number,
): Promise<ScoreData> => {
  if (!hasAnyRole(caller.roles, rights.scoring)) throw new DomainError('FORBIDDEN');
  const voucher = await db
    .selectFrom('voucher')
    .select(['object_id', 'vehicle_brand', 'vehicle_model', 'reg_number'])
    .where('company_id', '=', key.companyId)
    .where('client_id', '=', key.id)
    .where('id', '=', voucherId)
    .executeTakeFirstOrThrow(() => invalid({ field: 'VoucherId', message: 'unknownOption' }));
  const subject = await readSubject(db, key, { objectId: voucher.object_id }, now());
  const period = periodOf({}, subject.today);
  const figures = await explainPeriod(db, subject, period);
  const { Score } = figures;
  if (Score === null) throw new DomainError('HANDOUT_NO_SCORE');
  const targetTenths = nextTargetTenths(Score);
  return {
    locale,
    company: client.company,
    name: client.name,
    car: [voucher.vehicle_brand, voucher.vehicle_model, voucher.reg_number].filter(Boolean).join(' '),
    figures: { ...figures, Score },
    days: await listDays(db, subject, period),
    improvement: targetTenths === undefined ? undefined : await planBetterScore(db, subject, period, targetTenths),
    expiresOn,
  };
};

const makeAccidentPage = async (
  { db, now }: Context,
  { locale, key, client, expiresOn }: PageRequest,
  accidentId: number,
): Promise<Document> => {
  const accident = await db
    .selectFrom('accident')
    .selectAll()
    .where('company_id', '=', key.companyId)
    .where('client_id', '=', key.id)
    .where('id', '=', accidentId)
    .executeTakeFirstOrThrow(() => invalid({ field: 'AccidentId', message: 'unknownOption' }));
  const { images } = await db
    .selectFrom('accident_image')
    .select(({ fn }) => fn.countAll<number>().as('images'))
    .where('company_id', '=', key.companyId)
    .where('accident_id', '=', accidentId)
    .executeTakeFirstOrThrow();
  const { latitude, longitude, city } = accident;
  return composeAccidentPage({
    locale,
    company: client.company,
    name: client.name,
    accident,
    imageCount: Number(images),
    now: now(),
    timeZone: clientZone({ latitude, longitude, city: city || client.city, companyZone: client.zone }),
    expiresOn,
  });
};

const readHandout = (db: Db, { companyId, id }: ClientKey, handoutId: number): Promise<HandoutRow> =>
  db
    .selectFrom('handout')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('client_id', '=', id)
    .where('id', '=', handoutId)
    .executeTakeFirstOrThrow(notFound);

const requireSubjectAccess = ({ roles }: Caller, { voucher_id }: Pick<HandoutRow, 'voucher_id'>): void => {
  if (voucher_id !== null && !hasAnyRole(roles, rights.scoring)) throw new DomainError('FORBIDDEN');
};

type Body = BodyFor<'POST /api/v3/clients/{id}/handouts'>;

const makePage = async (
  context: Context,
  request: PageRequest,
  { VoucherId, AccidentId, Note }: Body,
): Promise<Document> => {
  if (VoucherId === undefined && AccidentId === undefined) throw invalid({ field: 'VoucherId', message: 'required' });
  if (VoucherId !== undefined && AccidentId !== undefined)
    throw invalid({ field: 'AccidentId', message: 'type', values: { type: 'null' } });
  if (VoucherId === undefined) {
    if (Note !== undefined) throw invalid({ field: 'Note', message: 'unknown' });
    return makeAccidentPage(context, request, AccidentId as number);
  }
  const text = Note?.trim();
  const note = text ? { text, author: request.caller.fullName } : undefined;
  return composeScorePage(await readScoreData(context, request, VoucherId), note);
};

/** Stores a page with the hash of its secret, and returns its row. Deletes the contents of the client's expired pages. */
const storeHandout = async (
  tx: Tx,
  { caller, key }: Pick<PageRequest, 'caller' | 'key'>,
  { VoucherId, AccidentId, Note }: Body,
  handout: { readonly page: Document; readonly secret: string; readonly createdAt: Date; readonly expiresAt: Date },
): Promise<HandoutRow> => {
  const { page, secret, createdAt, expiresAt } = handout;
  // Expired pages are deleted, because personal data must not be kept without a purpose.
  await sql`update handout set page = null where company_id = ${key.companyId} and client_id = ${key.id}
    and page is not null and expires_at <= ${createdAt}`.execute(tx.db);
  const row = await tx.db
    .insertInto('handout')
    .values({
      company_id: key.companyId,
      client_id: key.id,
      voucher_id: VoucherId ?? null,
      accident_id: AccidentId ?? null,
      token_hash: hashSecret(secret),
      page: JSON.stringify({ ...page, ...(Note && { note: Note }) }),
      author_id: caller.accountId,
      author_name: caller.fullName,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const changes = [
    { field: 'HandoutTitle', before: null, after: page.title },
    ...(Note ? [{ field: 'HandoutNote', before: null, after: Note }] : []),
    { field: 'HandoutExpiresAt', before: null, after: row.expires_at },
  ];
  await tx.audit([
    { entity: 'client', entityId: key.id, action: 'handout', changes },
    ...(row.accident_id === null
      ? []
      : [{ entity: 'accident', entityId: row.accident_id, action: 'handout', changes }]),
  ]);
  return row;
};

/** Withdraws a page and deletes its content. Throws ALREADY_SO if it is withdrawn already. */
const withdrawHandout = async (tx: Tx, key: ClientKey, row: HandoutRow, withdrawnAt: string): Promise<void> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('handout')
    .set({ withdrawn_at: withdrawnAt, page: null })
    .where('company_id', '=', key.companyId)
    .where('id', '=', row.id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new DomainError('ALREADY_SO');
  const changes = [{ field: 'HandoutExpiresAt', before: row.expires_at, after: withdrawnAt }];
  await tx.audit({ entity: 'client', entityId: key.id, action: 'handoutWithdraw', changes });
};

export const handoutHandlers = (context: Context) => {
  const { db, now, site } = context;
  const open = async (request: Request, id: number): Promise<ClientKey> => {
    const key = { companyId: request.caller.companyId, id };
    await readClient(db, key);
    await requireSheetAccess(context, request.caller, id);
    return key;
  };
  return defineHandlers({
    'GET /api/v3/clients/{id}/handouts': async request => {
      const key = await open(request, request.params.id);
      const rows = await db
        .selectFrom('handout')
        .selectAll()
        .where('company_id', '=', key.companyId)
        .where('client_id', '=', key.id)
        .$if(!hasAnyRole(request.caller.roles, rights.scoring), query => query.where('voucher_id', 'is', null))
        .orderBy('id', 'desc')
        .limit(maxListed)
        .execute();
      return rows.map(toWire);
    },
    'POST /api/v3/clients/{id}/handouts': async request => {
      const { caller, locale, body } = request;
      const key = await open(request, request.params.id);
      const client = await readClient(db, key);
      const expiresAt = new Date(now().getTime() + handoutDays * dayMs);
      const expiresOn = formatDay(expiresAt.toISOString().slice(0, 10), locale);
      if (body.ByMail && !client.email) throw invalid({ field: 'ByMail', message: 'unknown' });
      const page = await makePage(context, { caller, locale, key, client, expiresOn }, body);
      const secret = randomBytes(secretBytes).toString('base64url');
      return request.change(async tx => {
        const row = await storeHandout(tx, { caller, key }, body, { page, secret, createdAt: now(), expiresAt });
        const Url = `${site.publicUrl}/h/${key.companyId}-${secret}`;
        if (body.ByMail) {
          const values = { name: client.name, company: client.company, title: page.title, until: expiresOn };
          await queueLetter(tx, writeLetter('clientPage', { to: client.email, locale, values, url: Url }), {
            expiresAt,
          });
        }
        return { ...toWire(row), Url };
      });
    },
    'GET /api/v3/clients/{id}/handouts/draft': async request => {
      const { caller, locale, query } = request;
      const key = await open(request, request.params.id);
      const client = await readClient(db, key);
      const data = await readScoreData(context, { caller, locale, key, client, expiresOn: '' }, query.voucherId);
      return { Text: draftNote(data), Email: client.email || null };
    },
    'GET /api/v3/clients/{id}/handouts/{handoutId}/pdf': async request => {
      const key = await open(request, request.params.id);
      const row = await readHandout(db, key, request.params.handoutId);
      requireSubjectAccess(request.caller, row);
      if (row.page === null || row.withdrawn_at !== null || new Date(row.expires_at) <= now()) throw notFound();
      const bytes = await context.fileWorkers.run<typeof writeDocument>(
        'modules/dossier/writeDocument',
        row.page as Document,
      );
      return { contentType: 'application/pdf', fileName: `page-${row.id}.pdf`, bytes: Buffer.from(bytes) };
    },
    'POST /api/v3/clients/{id}/handouts/{handoutId}/withdraw': async request => {
      const key = await open(request, request.params.id);
      const row = await readHandout(db, key, request.params.handoutId);
      requireSubjectAccess(request.caller, row);
      return request.change(async tx => {
        await withdrawHandout(tx, key, row, now().toISOString());
        return { Done: true as const };
      });
    },
  });
};

/** Counts the opening of a page, and returns the page. Undefined: unknown, expired or withdrawn, which look the same. */
const openPage = async ({ db, now }: Context, token: string): Promise<Document | undefined> => {
  const [, companyId, secret] = tokenPattern.exec(token) ?? [];
  if (companyId === undefined || secret === undefined) return undefined;
  const at = now().toISOString();
  const row = await db
    .updateTable('handout')
    .set(({ eb }) => ({ opened_count: eb('opened_count', '+', 1), last_opened_at: at }))
    .where('company_id', '=', Number(companyId))
    .where('token_hash', '=', hashSecret(secret))
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('page')
    .executeTakeFirst();
  return (row?.page ?? undefined) as Document | undefined;
};

const sendHtml = (reply: FastifyReply, status: number, html: string) =>
  reply
    .code(status)
    .headers({
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy,
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex, nofollow',
    })
    .type('text/html; charset=utf-8')
    .send(html);

/**
 * Serves the pages for clients at `/h/{company}-{secret}`, outside the contract and the web application: whoever has
 * the link reads the page, and no route of the cabinet opens without a session.
 */
export const registerHandoutPage = (context: Context, server: FastifyInstance): void => {
  server.get<{ Params: { token: string } }>(
    '/h/:token',
    // The log has no addresses of this route, because they are secrets.
    { config: { access: 'public' }, schema: { hide: true }, logLevel: 'warn', exposeHeadRoute: false },
    async (request, reply) => {
      try {
        await takeTry(context, attemptCounters.handout(request.ip));
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'TOO_MANY_TRIES') throw error;
        reply.header('Retry-After', String(error.details.retryAfterS));
        return sendHtml(
          reply,
          429,
          renderNotice('Слишком много запросов. Попробуйте позже.', 'Too many requests. Try later.'),
        );
      }
      const page = await openPage(context, request.params.token);
      if (page) return sendHtml(reply, 200, renderPage(page));
      const notice = renderNotice(
        'Этой страницы больше нет. Попросите у страховщика новую ссылку.',
        'This page is gone. Ask your insurer for a new link.',
      );
      return sendHtml(reply, 404, notice);
    },
  );
};
