import { rowsOf } from '../../api/derive/rows-of.ts'
import { today } from '../../api/platform/clock.ts'
import { addDays } from '../../resources/define/dates.ts'
import { lr } from '../../resources/dispatches/lr.ts'
import { lrLine } from '../../resources/dispatches/lr-line.ts'
import { act, type Past } from './past.ts'
import { deskOfLr, lrWith } from './past-dispatch.ts'

/** Writes into the diary what the desk does about goods that were lost on `day`: notice, insurance, and sending them again. */
export function letClaim(past: Past, lrId: number, day: string): void {
  const { diary } = past
  diary.on(addDays(day, 2), () =>
    onLr(past, lrId, 'giveNotice', { noticeOn: today(), remarks: 'By registered post, with the survey' }),
  )
  diary.on(addDays(day, 3), () => onGoods(past, lrId, 'sendAgain'))
  diary.on(addDays(day, 25), async () =>
    onLr(past, lrId, 'settleClaim', { claimAmount: (await lrWith(past.trx, lrId)).declaredValue }),
  )
}

/** The desk gives up what is short, and opens the claim against the transporter. */
export const settleShortage = (past: Past, lrId: number) =>
  onLr(past, lrId, 'settleBalance', { reason: 'The carton did not turn up at any hub', caseNo: null })

/** Goods that came back are not sent again: the buyer gets a credit note. */
export const creditReturn = (past: Past, lrId: number) =>
  onGoods(past, lrId, 'settle', { creditNoteNo: `CN26${10_000 + lrId}`, reason: 'The buyer needs them no more' })

async function onLr(past: Past, lrId: number, action: string, input: object) {
  const row = await lrWith(past.trx, lrId)
  const { person } = await deskOfLr(past, row)
  await act(past, person.loginId, lr, action, row, input)
}

async function onGoods(past: Past, lrId: number, action: string, input: object = {}) {
  const { person } = await deskOfLr(past, await lrWith(past.trx, lrId))
  for (const line of await rowsOf(past.trx, lrLine, rows => rows.where({ lrId })))
    await act(past, person.loginId, lrLine, action, line, input)
}
