import { Readable } from 'node:stream'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import { coaBatch } from '../../resources/coa/coa-batch.ts'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import * as coa from '../../resources/coa/commands.ts'
import { fromQuery, readBody } from '../derive/command/read-body.ts'
import { type Bound, bind } from '../derive/command/serve-commands.ts'
import type { Means, Served } from '../derive/define-room.ts'
import { readId } from '../derive/list/query.ts'
import { requireRight } from '../derive/rights/conditions.ts'
import { zip } from '../derive/sheets/zip-write.ts'
import { signedIn } from '../derive/signed-in.ts'
import { serveUploads } from '../files/serve-uploads.ts'
import type { Config } from '../platform/config.ts'
import { notFound } from '../platform/errors.ts'
import { offerFile } from '../platform/http/offer-file.ts'
import type { RateLimits } from '../platform/http/rate-limit.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import type { Log } from '../platform/log.ts'
import { streamSaved } from '../platform/stored-files.ts'
import { certificateOfToken } from './certificate-link.ts'
import { certifiedGoods } from './certified-goods.ts'
import { CoaWork, MOST_CERTIFICATES } from './coa-work.ts'
import { certificateSearch, mayOpen } from './search.ts'

interface At {
  config: Pick<Config, 'home' | 'secret'>
  db: Knex
  log: Log
}

/** How certificates are found. */
function certificateCommands(at: { config: Pick<Config, 'secret'>; limits: RateLimits }): Bound[] {
  const search = certificateSearch(at.config, at.limits)
  return [
    bind(coa.searchCertificate, (asked, { trx, person, author }) => search.find(trx, asked, { person, ip: author.ip })),
    bind(coa.makeChallenge, async () => search.makeChallenge()),
    bind(coa.showCertifiedGoods, (asked, { trx, person }) => certifiedGoods(trx, person, asked)),
  ]
}

/** Takes many certificates, which are read after the answer, and sends the files of those that are found. */
function serveCertificates(router: ApiRouter, at: At) {
  const { config, db } = at
  const work = new CoaWork(at)
  const stop = serveUploads(router, '/api/coa-batches', {
    resource: coaBatch,
    work,
    most: MOST_CERTIFICATES,
    setting: 'coa.zip_mb',
  })
  router.get('/api/coa/certificates/:id/file', async ctx => {
    const { person } = signedIn(ctx)
    const certificate = await storedCertificate(db, readId(ctx.params.id!))
    if (!certificate || !(await mayOpen(db, person, certificate))) throw notFound()
    await open(ctx, at, certificate)
  })
  router.get('/api/coa-links/:token', async ctx => {
    const certificate = await storedCertificate(db, certificateOfToken(config.secret, ctx.params.token!))
    if (certificate?.status !== 'ACTIVE' || certificate.visibility !== 'PUBLIC')
      throw notFound('This link has expired: search for the certificate again.')
    await open(ctx, at, certificate)
  })
  router.get('/api/coa-zip', async ctx => sendAll(ctx, at))
  return { stop }
}

interface StoredCertificate {
  id: number
  code: string
  batchNo: string
  version: number
  expiryDate: string | null
  status: string
  visibility: string
  storageKey: string
}

const storedCertificates = (db: Knex) =>
  db('coa_document')
    .join('attachment', 'attachment.id', 'coa_document.attachmentId')
    .join('products', 'products.id', 'coa_document.productId')
    .select('coa_document.*', 'attachment.storageKey', 'products.code')

const storedCertificate = async (db: Knex, id: number | undefined): Promise<StoredCertificate | undefined> =>
  id === undefined ? undefined : storedCertificates(db).where('coa_document.id', id).first()

const nameOf = ({ code, batchNo }: StoredCertificate) => `COA ${code} ${batchNo}.pdf`.replaceAll('/', '-')

/** Sends a certificate, and counts it. */
async function open(ctx: Context, { config, db }: At, certificate: StoredCertificate) {
  offerFile(ctx, nameOf(certificate), 'application/pdf')
  ctx.set('Cache-Control', 'private, no-store')
  await count(db, [certificate.id])
  ctx.body = streamSaved(config.home, certificate.storageKey)
}

const count = (db: Knex, ids: readonly number[]) =>
  db('coa_document')
    .whereIn('id', [...ids])
    .increment('downloadCount', 1)

/** Sends the certificates of an invoice, an order or an LR as a zip. */
async function sendAll(ctx: Context, { config, db }: At) {
  const { person } = signedIn(ctx)
  requireRight(person, coaDocument, 'read')
  const { body } = coa.packCertificates
  const goods = await certifiedGoods(db, person, readBody(body, fromQuery(body, ctx.query), person) as coa.Goods)
  const ids = [...new Set(goods.flatMap(({ certificateId }) => certificateId ?? []))]
  if (ids.length === 0) throw notFound('None of these batches has a certificate yet.')
  const certificates: StoredCertificate[] = await storedCertificates(db).whereIn('coa_document.id', ids)
  offerFile(ctx, 'certificates.zip', 'application/zip')
  await count(db, ids)
  ctx.body = Readable.from(zip(certificates.map(one => [nameOf(one), streamSaved(config.home, one.storageKey)])))
}

/** Certificates of analysis: their upload, their search and their links. */
export function serve(means: Means): Served {
  const { stop } = serveCertificates(means.router, means)
  return { commands: certificateCommands(means), stop }
}
