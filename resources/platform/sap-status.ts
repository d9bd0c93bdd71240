/** A process that sends nothing to SAP, and until when. */
export interface SapPause {
  process: string
  until: string
}

/** The state of the connection to SAP: whether the portal sends, and how old its data are. */
export interface SapStatus {
  isConnected: boolean
  /** The processes of the portal that send nothing after too many failures in a row; empty while all send. */
  pauses: SapPause[]
  /** When the status of orders was last read from SAP, and its invoices. */
  ordersAt: string | null
  invoicesAt: string | null
  /** The age of the stock by which plants are chosen. */
  stockAt: string | null
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

/** Stock older than a day is outdated. */
export const isStockOutdated = (instant: string | null, now: string) =>
  instant === null || Date.parse(now) - Date.parse(instant) > DAY
