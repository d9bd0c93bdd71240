import { Checkbox, Input } from 'antd'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { usePad } from '../pad/pad.ts'
import type { PadLine, QuotedRow } from './line-store.ts'

/** The requests of a row besides product and quantity: single batch, a batch number, and a shipping instruction. */
export function LineRequests({ line, quoted }: { line: PadLine; quoted: QuotedRow | undefined }) {
  const { store } = usePad()
  const { extras } = line
  const change = (changes: Partial<PadLine['extras']>) => store.changeExtras(line.key, changes)
  // Where the masters require a single batch, the order cannot waive it.
  const always = Boolean(quoted?.singleBatchRequired) && !extras.singleBatchRequired
  const usualInstruction = extras.shippingInstruction === null ? quoted?.shippingInstruction : null
  return (
    <section aria-labelledby="wishes-head">
      <h3 id="wishes-head">Batch and shipping</h3>
      <div className="drawer-fields">
        <FieldRow
          id="line-single"
          label="Batch"
          hint={always ? 'This customer always gets one batch of this product.' : undefined}
        >
          {({ status: _, ...control }) => (
            <Checkbox
              {...control}
              disabled={always}
              checked={always || extras.singleBatchRequired}
              onChange={event => change({ singleBatchRequired: event.target.checked })}
            >
              All of one batch
            </Checkbox>
          )}
        </FieldRow>
        <FieldRow id="line-batch" label="Batch no" hint="Only where the customer asks for a certain batch">
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status ?? ''}
              maxLength={10}
              autoComplete="off"
              value={extras.requestedBatchNo ?? ''}
              onChange={event => change({ requestedBatchNo: event.target.value.toUpperCase() || null })}
            />
          )}
        </FieldRow>
        <FieldRow
          id="line-shipping"
          label="Shipping instruction"
          hint={usualInstruction ? `As always for this customer: ${usualInstruction}` : undefined}
        >
          {({ status, ...control }) => (
            <Input.TextArea
              {...control}
              status={status ?? ''}
              autoSize={{ minRows: 2, maxRows: 5 }}
              maxLength={500}
              value={extras.shippingInstruction ?? ''}
              onChange={event => change({ shippingInstruction: event.target.value || null })}
            />
          )}
        </FieldRow>
      </div>
    </section>
  )
}
