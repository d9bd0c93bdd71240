/** A process that sends nothing to SAP, and until when. */
export interface SapPause {
  process: string
  until: string
}

/** How the portal stands with SAP: whether it sends, and of when its data are. */
export interface SapStanding {
  isConnected: boolean
  /** The processes of the portal that send nothing after too many failures in a row; none while all send. */
  pauses: SapPause[]
  /** When SAP last told what became of orders, and its invoices. */
  ordersAt: string | null
  invoicesAt: string | null
  /** The stock by which plants are chosen is as of then. */
  stockAt: string | null
}

/** What came of asking SAP for one order. */
export interface SapAnswer {
  /** Its row among the reads. */
  runId: number
  /** PARTIAL where something of it could not be taken over. */
  status: 'OK' | 'PARTIAL'
  /** In sentences. */
  says: string[]
}

const DAY = 24 * 60 * 60 * 1000

/** Stock older than a day says little of what there is (M01). */
export const isOld = (instant: string | null, now: string) =>
  instant === null || Date.parse(now) - Date.parse(instant) > DAY
