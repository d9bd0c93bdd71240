import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { differenceProcess } from '../../../resources/payments/difference-process.ts'
import { type PaymentDifference, paymentDifference } from '../../../resources/payments/payment-difference.ts'
import { attach } from '../../derive/process/attach.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { today } from '../../platform/clock.ts'
import { ownerOfMoney } from '../money/owner.ts'
import { demandSecondPerson } from '../second-person.ts'

/** A difference that is found: what it is about, and the amounts in paise. */
type NewDifference = Pick<
  PaymentDifference,
  'accountId' | 'kind' | 'about' | 'onDay' | 'expectedAmount' | 'foundAmount'
> &
  Partial<Pick<PaymentDifference, 'transactionId' | 'captureId' | 'settlementRowId' | 'bankLineId'>>

/**
 * Notes a difference, owned by whoever decides about money without a place; one of the same kind about the same is opened
 * again, unless two people have closed it.
 */
export async function noteDifference(trx: Knex, difference: NewDifference, author: Author): Promise<void> {
  const { accountId, kind, about, expectedAmount, foundAmount } = difference
  const [existing] = await rowsOf(trx, paymentDifference, rows => rows.where({ accountId, kind, about }).forUpdate())
  if (!existing) {
    const owned = { ...difference, ownerId: await ownerOfMoney(trx) }
    await insertRows(trx, paymentDifference, [withDefaults(paymentDifference, owned)], author)
  } else if (existing.confirmedById === null && !isSame(existing, difference)) {
    const open = { status: 'OPEN' as const, reason: null, closedById: null, closedOn: null, askedAt: null }
    const ownerId = existing.ownerId ?? (await ownerOfMoney(trx))
    await updateRow(trx, paymentDifference, existing, { expectedAmount, foundAmount, ownerId, ...open }, author)
  }
}

const isSame = (known: PaymentDifference, { expectedAmount, foundAmount }: NewDifference) =>
  known.status !== 'CLOSED' && known.expectedAmount === expectedAmount && known.foundAmount === foundAmount

/** Closes differences that no longer are, without people; those that people have closed stay as they are. */
export async function settleDifferences(
  trx: Knex,
  which: Partial<
    Pick<PaymentDifference, 'id' | 'kind' | 'transactionId' | 'captureId' | 'accountId' | 'bankLineId' | 'about'>
  >,
  reason: string,
  author: Author,
): Promise<void> {
  const waiting = await rowsOf(trx, paymentDifference, rows =>
    rows.where(which).whereIn('status', differenceProcess.steps.settle.from).orderBy('id').forUpdate(),
  )
  const closed = { status: 'CLOSED' as const, reason, closedById: null, confirmedById: null, closedOn: today() }
  for (const row of waiting) await updateRow(trx, paymentDifference, row, closed, author)
}

/** What is particular of the steps of a difference. */
export const attachedDifference = attach<PaymentDifference, typeof differenceProcess>(differenceProcess, {
  resource: paymentDifference,
  numberOf: ({ about }) => about,
  effects: {
    close: async (_, { person, said: { reason } }) => ({
      changes: { reason, closedById: person.id },
      answer: 'Another person of Finance has to confirm it.',
    }),
    /** Throws 403 for the person who gave the reason. */
    async confirmClosing(trx, { row, person }) {
      await demandSecondPerson(trx, row.closedById, person, 'gave the reason')
      return { changes: { confirmedById: person.id, closedOn: today() } }
    },
    /** By whoever thinks otherwise; why stands in the history. */
    keepOpen: async () => ({ changes: { reason: null, closedById: null } }),
  },
  tell: {},
})
