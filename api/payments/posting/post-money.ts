import type { Knex } from 'knex'
import type { CaptureAllocation } from '../../../resources/payments/money/capture-allocation.ts'
import type { Refund } from '../../../resources/payments/refund.ts'
import type { Author } from '../../derive/save/author.ts'

/** Has SAP post a capture as it stands, once, in the transaction that took it in; not what is in another currency. */
export async function postCapture(_trx: Knex, _captureId: number, _author: Author): Promise<void> {}

/** Has SAP follow a move of rupees that it may have posted elsewhere: rows that ended, and those in their place. */
export async function postMove(
  _trx: Knex,
  _captureId: number,
  _move: { from: readonly CaptureAllocation[]; to: readonly CaptureAllocation[] },
  _author: Author,
): Promise<void> {}

/** Has SAP post that money of a capture went back, or came again, once it is settled. */
export async function postReturn(_trx: Knex, _refund: Refund, _author: Author): Promise<void> {}

/** Has SAP reverse what it posted of a return that failed after all. */
export async function reverseReturn(_trx: Knex, _refund: Refund, _author: Author): Promise<void> {}
