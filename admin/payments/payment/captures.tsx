import type { ReactNode } from 'react'
import { readsInternal } from '../../../resources/access.ts'
import { statesOf, wordOf, wordsFor } from '../../../resources/define/process/states.ts'
import { rupees } from '../../../resources/define/show.ts'
import { tonesOf } from '../../../resources/define/state-tones.ts'
import type { OptionReader } from '../../../resources/option-words.ts'
import { captureStates, fitWords } from '../../../resources/payments/money/capture-states.ts'
import { refundSentence } from '../../../resources/payments/money/payer-sentence.ts'
import { isLive } from '../../../resources/payments/money/payment-sums.ts'
import { refund } from '../../../resources/payments/refund.ts'
import { refundProcess } from '../../../resources/payments/refund-process.ts'
import { usePerson } from '../../account/person.ts'
import { type PlainColumn, PlainGrid } from '../../derive/grid/plain-grid.tsx'
import { RecordRows } from '../../derive/record/sections.tsx'
import { Status } from '../../derive/record/status.tsx'
import { dayInWords, lateBy, momentInWords, readOn } from '../../derive/record/when.ts'
import { RowLink } from '../../derive/row-link.tsx'
import { optionText } from '../../derive/value-text.ts'
import { CaptureActs } from './capture-acts.tsx'
import type { CaptureMoney } from './capture-money.ts'
import { amountIn, type CaptureRow, type RefundRow } from './payment-api.ts'

interface Line {
  id: number
  what: ReactNode
  amount: number
  tds: number
  state: string
}

const settled: Readonly<Record<string, string>> = {
  OPEN: 'Paid, not yet booked',
  CLEARED: 'Settled',
  SHORT: 'Settled in part',
  SETTLED: 'Settled',
}
const tones = tonesOf(statesOf(captureStates))

/** What a gateway took: each rupee on an item, on account, on its way back or to be decided, and what may be done. */
export function CaptureMoneyRows(money: CaptureMoney) {
  const { capture } = money
  const { user } = usePerson()
  const reader = readsInternal(user.roles) ? 'staff' : 'buyer'
  const lines = linesOf(money, reader)
  const amount = (paise: number) => amountIn(capture.currency, paise)
  const columns: readonly PlainColumn<Line>[] = [
    { head: 'Where it is', value: ({ what }) => what },
    { head: 'Amount', right: true, value: line => amount(line.amount) },
    ...(lines.some(({ tds }) => tds > 0)
      ? [{ head: 'TDS', right: true, value: ({ tds }: Line) => (tds > 0 ? rupees(tds) : '–') }]
      : []),
    { head: 'Status', value: ({ state }) => state },
  ]
  return (
    <RecordRows title={`Received ${amount(capture.amount)}`} note={noteOf(capture, reader)}>
      {capture.status !== 'CAPTURED' && (
        <p>
          <Status tone={tones[capture.status]} word={wordsFor(captureStates, reader)[capture.status]} />
        </p>
      )}
      {lines.length > 0 && <PlainGrid label={`Where ${amount(capture.amount)} is`} rows={lines} columns={columns} />}
      <CaptureActs {...money} />
    </RecordRows>
  )
}

function noteOf({ capturedAt, mode, gatewayTxnId, receiptNo, fit }: CaptureRow, reader: OptionReader): string {
  return [
    momentInWords(capturedAt, readOn()),
    mode && optionText(mode),
    `gateway reference ${gatewayTxnId}`,
    receiptNo && `receipt ${receiptNo}`,
    reader === 'staff' && fit !== 'EXACT' && fitWords[fit].toLowerCase(),
  ]
    .filter(Boolean)
    .join(' · ')
}

function linesOf({ capture, placed, refunds }: CaptureMoney, reader: OptionReader): Line[] {
  const live = placed.filter(row => isLive(row) && row.amount !== 0)
  const lines = live.map((row): Line => {
    const { id, target, amount, tdsAmount: tds, documentNo, clearingStatus } = row
    if (target === 'ITEM') return { id, what: documentNo, amount, tds, state: settled[clearingStatus] ?? '' }
    if (target === 'ON_ACCOUNT') return { id, what: 'On account', amount, tds, state: 'Settles no invoice yet' }
    return {
      id,
      ...goingBack(
        refunds.find(one => one.id === row.refundId),
        reader,
      ),
      amount,
      tds,
    }
  })
  if (capture.unresolvedAmount === 0) return lines
  return [
    ...lines,
    { id: 0, what: 'To decide', amount: capture.unresolvedAmount, tds: 0, state: toDecide(capture, reader) },
  ]
}

function goingBack(row: RefundRow | undefined, reader: OptionReader): Pick<Line, 'what' | 'state'> {
  if (!row) return { what: 'Goes back', state: 'Being checked' }
  const what = (
    <>
      Goes back,{' '}
      <RowLink target={refund} id={row.id}>
        {row.refundNo}
      </RowLink>
    </>
  )
  if (reader === 'buyer') return { what, state: refundSentence(row, new Date().toISOString()) }
  const by = row.status !== 'SETTLED' && row.expectedBy ? `, expected by ${dayInWords(row.expectedBy, readOn())}` : ''
  const reference = row.bankArn ? `, reference ${row.bankArn}` : ''
  return { what, state: `${wordOf(refundProcess, row.status)}${by}${reference}` }
}

function toDecide({ decideBy, texts }: CaptureRow, reader: OptionReader): string {
  const by = decideBy ? ` by ${dayInWords(decideBy, readOn())}` : ''
  if (reader === 'buyer') return `We write to you${by}`
  const late = decideBy ? lateBy(decideBy, readOn()) : undefined
  return [late ?? `Decide${by}`, texts?.ownerId].filter(Boolean).join(', ')
}
