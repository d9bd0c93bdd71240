import { addDays, dayOf } from '../../define/dates.ts'

const HOUR = 3_600_000
/** A document may be so many days old when its e-way bill is made, and an e-way bill is extended up to so many after. */
const DOCUMENT_DAYS = 180
const EXTENSION_DAYS = 360
const CANCEL_HOURS = 24
const REJECT_HOURS = 72

/** The earliest date of a document of which an e-way bill can be made on a day. */
export const documentFrom = (day: string): string => addDays(day, -DOCUMENT_DAYS)

/** Until when an e-way bill can be cancelled by who made it, and rejected by the other party. */
export const cancelUntil = (generatedAt: string): string => hoursAfter(generatedAt, CANCEL_HOURS)
export const rejectUntil = (generatedAt: string): string => hoursAfter(generatedAt, REJECT_HOURS)

/** The last day to which an e-way bill can be extended. */
export const lastExtension = (generatedAt: string): string => addDays(dayOf(generatedAt), EXTENSION_DAYS)

const hoursAfter = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * HOUR).toISOString()
