/** The state of the connection to SAP: whether the portal sends, and how old its data are. */
export interface SapStatus {
  isConnected: boolean
  /** Until when nothing is sent after too many failures in a row; null while messages go out. */
  pausedUntil: string | null
  /** Who paused the sending, since when and why; null unless a person did. */
  pausedBy: { name: string | null; since: string; reason: string | null } | null
  /** When the status of orders was last read from SAP, and its invoices. */
  ordersAt: string | null
  invoicesAt: string | null
  /** The age of the stock by which plants are chosen. */
  stockAt: string | null
  /** When list prices were last read from SAP; null where they came otherwise. */
  pricesAt: string | null
}

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
