import { Button } from 'antd'
import { quantity } from '../../../resources/define/fields.ts'
import { kilograms, quantityText, rupees } from '../../../resources/define/show.ts'
import type { LrProposal, ProposedLine } from '../../../resources/dispatches/commands/booking.ts'
import { needsEway } from '../../../resources/dispatches/eway.ts'
import { lrLine } from '../../../resources/dispatches/lr-line.ts'
import type { FormField } from '../../derive/form/fields-of.ts'
import { FormRow } from '../../derive/form/form-row.tsx'
import { waitingKey, waitingText } from '../waiting-key.ts'
import { goingOf, isPart, type LineValues } from './lr-values.ts'

const { ewayBillNo, ewayValidTo, challanNo, packages } = lrLine.fields
const entered = {
  ewayBillNo,
  ewayValidTo: { ...ewayValidTo, hint: 'Leave empty to calculate it from the distance and the time of Part B' },
  challanNo,
  packages,
  packagesInAll: { ...packages, label: 'Total packages', hint: 'Counts the whole invoice, not the part on this LR' },
}

/** The invoices and deliveries of an LR: the e-way bill of each, and what goes where only a part does. */
export function LrLines(list: {
  formId: string
  proposal: LrProposal
  lines: readonly LineValues[]
  errorOf: (name: string) => string | undefined
  onChange: (index: number, changes: Partial<LineValues>) => void
}) {
  return (
    <ul className="lr-lines">
      {list.proposal.lines.map((line, index) => (
        <LrLineRow key={waitingKey(line)} {...list} line={line} index={index} values={list.lines[index]!} />
      ))}
    </ul>
  )
}

function LrLineRow({
  formId,
  line,
  index,
  values,
  errorOf,
  onChange,
}: Parameters<typeof LrLines>[0] & { line: ProposedLine; index: number; values: LineValues }) {
  const going = goingOf(line, values)
  const part = isPart(line, values)
  const needsBill = needsEway(going.ewayValue, line.ewayAbove)
  const mustEnter = needsBill && !line.ewayByPortal
  const aboveText = aboveTextOf(line)
  const at = `lines[${index}].`
  const row = (name: keyof typeof entered, required: boolean) => (
    <FormRow
      key={name}
      id={`${formId}-${at}${name}`}
      resource={lrLine}
      of={
        {
          name,
          field: { ...entered[name], ...(name === 'ewayBillNo' && { hint: aboveText }) },
          editable: true,
          required,
        } as FormField
      }
      value={values[name]}
      text={null}
      error={errorOf(`${at}${name}`)}
      onChange={(_, value) => onChange(index, { [name]: value })}
      onBlur={keepAsTyped}
    />
  )
  return (
    <li className="lr-line" id={`${formId}-${at}invoiceId`} tabIndex={-1}>
      <div className="lr-line-head">
        <strong>{waitingText(line)}</strong>
        <span>{kilograms(going.weightKg)}</span>
        <span className="number">{rupees(going.value)}</span>
        {!part && line.goods.length > 0 && (
          <Button size="small" onClick={() => onChange(index, { items: wholeOf(line), packages: line.packages })}>
            Send a part<span className="for-readers"> of {line.invoiceNo}</span>
          </Button>
        )}
        {values.items !== null && !line.isFurther && (
          <Button size="small" onClick={() => onChange(index, { items: null, packages: null })}>
            Send all<span className="for-readers"> of {line.invoiceNo}</span>
          </Button>
        )}
        {line.isFurther && values.items === null && (
          <Button size="small" onClick={() => onChange(index, { items: wholeOf(line) })}>
            Send less<span className="for-readers"> of {line.invoiceNo}</span>
          </Button>
        )}
      </div>
      {values.items !== null && <Goods {...{ formId, at, line, index, values, errorOf, onChange }} />}
      <div className="form-grid is-double">
        {part && row('packages', true)}
        {part && row('packagesInAll', true)}
        {line.isFurther && row('challanNo', true)}
        {(needsBill || values.ewayBillNo !== null) && row('ewayBillNo', mustEnter)}
        {(needsBill || values.ewayBillNo !== null) && row('ewayValidTo', false)}
      </div>
    </li>
  )
}

function Goods({
  formId,
  at,
  line,
  index,
  values,
  errorOf,
  onChange,
}: Pick<Parameters<typeof LrLines>[0], 'formId' | 'errorOf' | 'onChange'> & {
  at: string
  line: ProposedLine
  index: number
  values: LineValues
}) {
  const sent = line.goods.filter(one => values.items?.[one.deliveryLineId] !== 0)
  return (
    <div className="form-grid is-double">
      {line.goods.map(one => {
        const field = quantity({
          label: [one.product, one.batchNo && `batch ${one.batchNo}`].filter(Boolean).join(', '),
          hint: `At most ${quantityText(one.qty)} ${one.uom}; 0 keeps it here`,
        })
        return (
          <FormRow
            key={one.deliveryLineId}
            id={`${formId}-${at}items[${sent.indexOf(one)}].qty${sent.includes(one) ? '' : one.deliveryLineId}`}
            resource={lrLine}
            of={{ name: 'qty', field, editable: true } as FormField}
            value={values.items?.[one.deliveryLineId] ?? null}
            text={null}
            error={sent.includes(one) ? errorOf(`${at}items[${sent.indexOf(one)}].qty`) : undefined}
            onChange={(_, qty) =>
              onChange(index, { items: { ...values.items, [one.deliveryLineId]: Number(qty ?? 0) } })
            }
            onBlur={keepAsTyped}
          />
        )
      })}
    </div>
  )
}

/** Above which value the e-way bill is required, and whether that is sure. */
const aboveTextOf = ({ ewayAbove, ewayNote, ewayByPortal }: ProposedLine) =>
  [
    ewayAbove === null ? 'Not required' : `Required above ${rupees(ewayAbove)}`,
    ewayNote,
    ewayAbove !== null && ewayByPortal && 'leave empty to make it on the portal after booking',
  ]
    .filter(Boolean)
    .join('; ')

const wholeOf = (line: ProposedLine) => Object.fromEntries(line.goods.map(one => [one.deliveryLineId, one.qty]))

/** Values are cleaned when they are sent. */
function keepAsTyped() {}
