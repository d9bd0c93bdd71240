/** The result of reading one order from SAP. */
export interface SapAnswer {
  /** Its row among the readings. */
  runId: number
  /** PARTIAL where some of it could not be saved. */
  status: 'OK' | 'PARTIAL'
  /** In sentences. */
  says: string[]
}

const DAY = 24 * 60 * 60 * 1000

/** Stock older than a day, or none at all, is outdated. */
export const isStockOutdated = (instant: string | null, now: string) => instant === null || isDayOld(instant, now)

/** Prices are outdated a day after they were last read; those that were never read from SAP came with files. */
export const arePricesOutdated = (instant: string | null, now: string) => instant !== null && isDayOld(instant, now)

const isDayOld = (instant: string, now: string) => Date.parse(now) - Date.parse(instant) > DAY
