import type { Knex } from 'knex'
import type { LaneRecord } from '../../../resources/dispatches/lane-record.ts'
import type { TransMode } from '../../../resources/trade.ts'
import { question } from '../../platform/news.ts'

/** Towards which city, null where none is known, and by which mode lanes lead. */
export interface LanesTo {
  toCityId: number | null
  transMode: TransMode
}
export type RecordsByPlant = ReadonlyMap<number, LaneRecord>

/** How the lanes from each plant to a city kept their dates before a business day. */
export const lanesTo = question<[db: Knex, lanes: LanesTo, day: string], Promise<RecordsByPlant>>(
  'How did the lanes to this city keep their dates?',
)
