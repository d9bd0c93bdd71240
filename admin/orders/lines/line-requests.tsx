import { useQuery } from '@tanstack/react-query'
import { Checkbox, Input, Select } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { rupees } from '../../../resources/define/show.ts'
import { type Plant, plant } from '../../../resources/settings/plant.ts'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { rowsOf } from '../../shell/rows.ts'
import { usePad } from '../pad/pad.ts'
import type { PadLine, QuotedRow } from './line-store.ts'

/** What may be asked for in a row besides product and quantity: promotion, plant, batch and shipping. */
export function LineRequests({ line, no, quoted }: { line: PadLine; no: number; quoted: QuotedRow | undefined }) {
  const { store, choosesPlant } = usePad()
  const { extras } = line
  const change = (changes: Partial<PadLine['extras']>) => store.changeExtras(line.key, changes)
  // Where the masters require a single batch, the order cannot waive it.
  const always = Boolean(quoted?.singleBatchRequired) && !extras.singleBatchRequired
  const usualInstruction = extras.shippingInstruction === null ? quoted?.shippingInstruction : null
  const saved = quoted && quoted.promoDiscountValue > 0 ? `${rupees(quoted.promoDiscountValue)} off` : undefined
  return (
    <section aria-labelledby="wishes-head">
      <h3 id="wishes-head">Promotion, batch and shipping</h3>
      <div className="drawer-fields">
        <FieldRow id="line-promo" label={`Promo code of row ${no}`} hint={saved}>
          {({ status, ...control }) => (
            <Input
              {...control}
              status={status ?? ''}
              maxLength={20}
              autoComplete="off"
              value={extras.promoCode ?? ''}
              onChange={event => change({ promoCode: event.target.value.trim().toUpperCase() || null })}
            />
          )}
        </FieldRow>
        {choosesPlant && <PlantChoice line={line} no={no} rulePlant={quoted?.plant ?? null} />}
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
            <TextArea
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

/** The plant of a row, as the rules found it or as the customer service centre chose it. */
function PlantChoice({ line, no, rulePlant }: { line: PadLine; no: number; rulePlant: string | null }) {
  const { store } = usePad()
  const { data = [], isFetching } = useQuery({
    queryKey: [plant.path, 'active'],
    staleTime: 300_000,
    queryFn: () => rowsOf(plant).all<Plant>({ where: { isActive: true }, sort: { code: 1 } }),
  })
  return (
    <FieldRow id="line-plant" label={`Plant of row ${no}`}>
      {({ status: _, ...control }) => (
        <Select
          {...control}
          className="wide"
          allowClear
          showSearch
          optionFilterProp="label"
          loading={isFetching}
          placeholder={rulePlant ?? 'None found'}
          options={data.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
          value={line.extras.plantId}
          onChange={(id: number | null | undefined) => store.changeExtras(line.key, { plantId: id ?? null })}
        />
      )}
    </FieldRow>
  )
}
