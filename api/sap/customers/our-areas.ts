import type { Knex } from 'knex'
import type { AreaItem } from './customer-row.ts'

/** Says which of SAP's sales areas are ours: those of an SBU, in a channel that the portal knows. */
export type OurAreas = <Area extends Pick<AreaItem, 'salesOrg' | 'channel' | 'division'>>(
  areas: readonly Area[],
) => (Area & { channelId: number })[]

/** Loads the sales areas of the SBUs, and the channels. */
export async function ourAreas(db: Knex): Promise<OurAreas> {
  const sbus: { salesOrg: string; division: string }[] = await db('sbu')
    .where('isActive', 1)
    .select('salesOrg', 'division')
  const channels: { id: number; code: string }[] = await db('channel').where('isActive', 1).select('id', 'code')
  const ofSbus = new Set(sbus.map(({ salesOrg, division }) => `${salesOrg}/${division}`))
  const ids = new Map(channels.map(({ id, code }) => [code, id]))
  return areas =>
    areas.flatMap(area => {
      const channelId = ids.get(area.channel)
      return channelId !== undefined && ofSbus.has(`${area.salesOrg}/${area.division}`) ? [{ ...area, channelId }] : []
    })
}
