import type { Served } from '../derive/define-room.ts'
import { complaintCommands } from './complaint-process.ts'
import { disputeCommands } from './dispute-process.ts'

/** Complaints, disputed invoices and blocked end users. */
export const serve = (): Served => ({ commands: [...complaintCommands, ...disputeCommands] })
