import { Button } from 'antd'
import { useSyncExternalStore } from 'react'
import { dayText, quantityText, shortPercentText, showNumber } from '../../../resources/define/show.ts'
import { Icon } from '../../shell/menu/icons.tsx'
import { cellId, useInstruction, useLine, usePad, useQuotedLine } from '../pad/pad.ts'
import { FindingWords } from './finding-words.tsx'
import type { PadLine, QuotedRow } from './line-store.ts'
import { discountWithin, faultText, type Repair, repairsOf } from './repairs.ts'
import type { RowAsk, RowFindings } from './row-findings.ts'

/** What there is to say about a row, under it: what stops it, whom it asks, and what is worth knowing. */
export function LineMessages({
  at,
  no,
  columns,
  findings,
}: {
  at: string
  no: number
  columns: number
  findings: RowFindings
}) {
  const pad = usePad()
  const { store } = pad
  const line = useLine(pad, at)
  const quoted = useQuotedLine(pad, at)
  const shared = useInstruction(store)?.text
  const askedFor = useSyncExternalStore(store.subscribe, () => store.answer().request?.body.requestedDeliveryDate)
  if (!line) return null
  const stops = findings.stops.filter(({ code }) => code !== 'UNKNOWN' && code !== 'SEVERAL')
  const needsDocument = quoted?.eud?.needed && quoted.eud.status === 'REQUIRED'
  const notes = [...askedTerms(line, pad.showsStock), ...notesOf(line, quoted, shared, askedFor)]
  const { asks, tells } = findings
  if (stops.length + asks.length + tells.length + notes.length === 0 && !needsDocument && !line.lookedUp) return null
  return (
    <tr className="pad-told">
      <td />
      <td colSpan={columns - 1}>
        <div id={`${cellId(at, 'product')}-told`}>
          {line.lookedUp && (
            <p className="finding is-stop">
              {line.lookedUp === 'none' ? 'Not a product this customer can order' : 'Several products fit: choose one'}
            </p>
          )}
          {stops.map((fault, index) => (
            <p key={fault.message} className="finding is-stop">
              <FindingWords finding={fault} text={faultText(fault, line)} />
              {index === 0 && needsDocument && <GiveDocument at={at} no={no} />}
              {repairsOf(fault, line, store.lines()).map(repair => (
                <RepairButton key={repair.label} line={line} no={no} repair={repair} />
              ))}
            </p>
          ))}
          {stops.length === 0 && needsDocument && (
            <p className="finding is-ask">
              <GiveDocument at={at} no={no} />
            </p>
          )}
          {asks.map(ask => (
            <Ask key={ask.step} ask={ask} line={line} no={no} quoted={quoted} />
          ))}
          {tells.map(warning => (
            <p key={warning.message} className="finding">
              <FindingWords finding={warning} text={faultText(warning, line)} />
              {warning.day &&
                repairsOf(warning, line, store.lines()).map(repair => (
                  <RepairButton key={repair.label} line={line} no={no} repair={repair} />
                ))}
            </p>
          ))}
          {notes.map(note => (
            <p key={note} className="finding">
              {note}
            </p>
          ))}
        </div>
      </td>
    </tr>
  )
}

/** Leads to the form of the end-user document that a row needs. */
function GiveDocument({ at, no }: { at: string; no: number }) {
  const { openDetails } = usePad()
  return (
    <Button size="small" onClick={() => openDetails(at)}>
      <Icon name="upload" size={12} /> Give the end-user document<span className="for-readers"> of row {no}</span>
    </Button>
  )
}

/** What somebody else has to decide about a row, who that is, and what would need no decision. */
function Ask({
  ask: { reason, people, missing, limit },
  line,
  no,
  quoted,
}: {
  ask: RowAsk
  line: PadLine
  no: number
  quoted: QuotedRow | undefined
}) {
  const over = limit !== null && quoted ? quoted.discountPct - limit : 0
  const who = missing
    ? 'no one may decide it yet'
    : `${people.join(', then ')} ${people.length > 1 ? 'decide' : 'decides'}`
  return (
    <p className="finding is-ask">
      <span>
        {over > 0 ? `${shortPercentText(over)} over your ${shortPercentText(limit!)}` : reason}: {who}.
      </span>
      {over > 0 && <RepairButton line={line} no={no} repair={discountWithin(limit!, quoted!)} />}
    </p>
  )
}

/** Changes the row as the repair says, and puts the cursor where it changed. */
function RepairButton({ line, no, repair }: { line: PadLine; no: number; repair: Repair }) {
  const pad = usePad()
  const { store } = pad
  function mend() {
    const { change, instead, onto, withoutPromo, delivery } = repair
    if (instead) return pad.substitute(line.key, instead)
    if (withoutPromo) store.changeExtras(line.key, { promoCode: null })
    if (delivery) {
      const schedules = line.extras.schedules.map((one, index) =>
        index === delivery.index ? { ...one, requestedDate: delivery.day } : one,
      )
      return store.changeExtras(line.key, { schedules })
    }
    if (!onto) {
      store.change(line.key, change)
      return pad.focus(line.key, 'manualDiscountPct' in change ? 'discount' : 'qty')
    }
    const other = store.line(onto)
    const both = [other?.qty, line.qty].reduce<number>((sum, qty) => sum + (typeof qty === 'number' ? qty : 0), 0)
    store.change(onto, { qty: both })
    store.remove(line.key)
    pad.focus(onto, 'qty')
  }
  return (
    <button type="button" className="text-button" onClick={mend}>
      {repair.label}
      <span className="for-readers"> on row {no}</span>
    </button>
  )
}

/** Customers ask for a discount; ours give one, and hear whom that asks. */
const askedTerms = ({ manualDiscountPct }: PadLine, isOurs: boolean): string[] =>
  isOurs || typeof manualDiscountPct !== 'number' || manualDiscountPct === 0
    ? []
    : [`You ask for ${shortPercentText(manualDiscountPct)} off: we decide it, and write to you.`]

/** What is worth knowing of a row that is in order. */
function notesOf(
  { recognisedAs, product, extras }: PadLine,
  quoted: QuotedRow | undefined,
  shared: string | undefined,
  askedFor: string | null | undefined,
): string[] {
  if (!quoted) return recognisedAs ? [`${recognisedAs}.`] : []
  const { backOrder, stock, plant, sourceRule, promiseDate, singleBatchRequired, shippingInstruction } = quoted
  const from = plant?.replace(/^\S+ · /, '') ?? 'The plant'
  const left = stock ? `only ${quantityText(stock)} ${product?.uom ?? ''}` : 'none'
  const late = promiseDate && askedFor && promiseDate > askedFor && extras.schedules.length === 0
  return [
    recognisedAs && `${recognisedAs}.`,
    backOrder &&
      (stock === null
        ? 'The stock does not cover it: the rest follows.'
        : `${from} has ${left}: the rest is on back-order.`),
    sourceRule === 'CW_SHORTAGE' && `${from} sends it, as the nearer plant has too little.`,
    late && `Promised for ${dayText(promiseDate)}, not for ${dayText(askedFor)}.`,
    extras.schedules.length > 1 && `${showNumber(extras.schedules.length)} deliveries.`,
    singleBatchRequired && 'All of one batch.',
    shippingInstruction !== shared && shippingInstruction && `Shipping: ${shippingInstruction}`,
  ].filter(note => typeof note === 'string' && note !== '') as string[]
}
