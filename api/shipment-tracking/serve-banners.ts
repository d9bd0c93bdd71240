import type { Knex } from 'knex'
import type { Context } from 'koa'
import { can } from '../../resources/capabilities.ts'
import { soundAddress } from '../../resources/define/web-address.ts'
import type { RunningBanner } from '../../resources/shipment-tracking/commands/banners.ts'
import { readId } from '../derive/list/query.ts'
import type { Person } from '../derive/rights/person.ts'
import { whereValidOn } from '../derive/rows-of.ts'
import { now, today } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { notFound } from '../platform/errors.ts'
import type { ApiRouter } from '../platform/http/router.ts'
import { streamSaved } from '../platform/stored-files.ts'

/** The most banners that a page shows. */
const MOST = 5

/** Serves the pictures of the banners that run now. */
export function serveBanners(router: ApiRouter, config: Pick<Config, 'home'>, db: Knex) {
  router.get('/api/banners/:id/picture', ctx => sendPicture(ctx, db, config.home, ctx.params.id!))
}

/** The banners that run in a place now for whoever asks, signed in or not. */
export async function runningBanners(db: Knex, placement: string, person: Person | undefined) {
  const banners: RunningBanner[] = await running(db, person)
    .where('banner.placement', placement)
    .orderBy(['banner.sortNo', 'banner.id'])
    .limit(MOST)
    .select('banner.id', 'banner.title', 'banner.linkUrl')
  return banners.map(shown => ({ ...shown, linkUrl: soundAddress(shown.linkUrl) }))
}

/**
 * The banners that run now for this person: for everybody, or for their audience; and, where a segment is named, only
 * for its customers.
 */
function running(db: Knex, person: Person | undefined): Knex.QueryBuilder {
  const at = now()
  const rows = db('banner')
    .where('banner.isActive', 1)
    .where('banner.validFrom', '<=', at)
    .where('banner.validTo', '>=', at)
    .whereIn('banner.audience', ['ALL', ...(person ? audiencesOf(person) : [])])
  if (!person) return rows.whereIn('banner.placement', ['LOGIN', 'TRACKING']).whereNull('banner.customerSegmentId')
  const segments = whereValidOn(db('customer_segment_map').where('customerId', person.customerId ?? 0), today())
  return rows.where(any =>
    any
      .whereNull('banner.customerSegmentId')
      .orWhereIn('banner.customerSegmentId', segments.select('customerSegmentId')),
  )
}

/** The audiences a person belongs to. */
const audiencesOf = (person: Person): string[] => [
  ...(person.userType === 'PARTNER_SITE' ? ['EMPLOYEE'] : [person.userType]),
  ...(can(person, 'seeDistributorBanners') ? ['DISTRIBUTOR'] : []),
]

async function sendPicture(ctx: Context, db: Knex, home: string, idText: string) {
  const id = readId(idText)
  const file =
    id &&
    (await running(db, ctx.state.person)
      .join('attachment', 'attachment.id', 'banner.imageAttachmentId')
      .where('banner.id', id)
      .first('attachment.mimeType', 'attachment.storageKey'))
  if (!file) throw notFound()
  ctx.type = file.mimeType
  ctx.set('Cache-Control', 'private, max-age=300')
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.body = streamSaved(home, file.storageKey)
}
