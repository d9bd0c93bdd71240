import { Button } from 'antd'
import { type FormEvent, useRef, useState } from 'react'
import { can } from '../../../resources/capabilities.ts'
import { dayOf } from '../../../resources/define/dates.ts'
import type { OfferedProduct, OrderContext } from '../../../resources/orders/pad/offers.ts'
import type { MastersOf, Placer } from '../../../resources/orders/what-if/simulators.ts'
import { usePerson } from '../../account/person.ts'
import { ChoiceRow } from '../../derive/form/choice-row.tsx'
import DayInput from '../../derive/form/day-input.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { Icon } from '../../shell/menu/icons.tsx'
import { orderTypesOf } from '../pad/order-types.ts'
import { minOrderQtyOf, SimulateLine } from './simulate-line.tsx'
import type { SimulationInput, SimulationLine } from './simulate-shapes.ts'

const placed: { value: Placer; label: string }[] = [
  { value: 'ME', label: 'Me' },
  { value: 'CUSTOMER', label: 'The customer' },
  { value: 'ACCOUNT_OWNER', label: 'The sales person of the account' },
]

const masterOptions: { value: MastersOf; label: string }[] = [
  { value: 'THEN', label: 'As on that day' },
  { value: 'NOW', label: 'As they are now' },
]

/** The form of a simulation. `onSimulate` gets it once it is complete. */
export function SimulateForm({
  context,
  initialProduct,
  discountPct,
  faults,
  busy,
  onSimulate,
}: {
  context: OrderContext
  /** The product and manual discount of the first line, where the address gives them. */
  initialProduct: OfferedProduct | undefined
  discountPct: number | null
  faults: ReadonlyMap<string, string>
  busy: boolean
  onSimulate: (trial: SimulationInput) => void
}) {
  const { user } = usePerson()
  const next = useRef(1)
  const [trial, setTrial] = useState<SimulationInput>(() => ({
    ...begin(context, can(user, 'routeToOwnManagers')),
    lines: [
      initialProduct
        ? { ...BLANK, product: initialProduct, qty: minOrderQtyOf(initialProduct), manualDiscountPct: discountPct }
        : BLANK,
    ],
  }))
  const [pressed, setPressed] = useState(false)
  const change = (changes: Partial<SimulationInput>) => setTrial(now => ({ ...now, ...changes }))
  const changeLine = (key: number, changes: Partial<SimulationLine>) =>
    change({ lines: trial.lines.map(line => (line.key === key ? { ...line, ...changes } : line)) })
  const types = orderTypesOf(context)
  const missing = pressed && !trial.lines.some(isWhole)
  const field = (name: string, label: string) => ({ id: `trial-${name}`, label, error: faults.get(name) })

  function submit(event: FormEvent) {
    event.preventDefault()
    setPressed(true)
    if (trial.lines.some(isWhole)) onSimulate({ ...trial, lines: trial.lines.filter(isWhole) })
    else document.getElementById(`trial-${trial.lines[0]!.key}-product`)?.focus()
  }

  return (
    <form className="panel" onSubmit={submit} aria-labelledby="trial-head" noValidate>
      <h2 id="trial-head">Simulated order</h2>
      <div className="order-head">
        <ChoiceRow
          {...field('shipToId', 'Ship-to')}
          wide
          search
          options={context.shipTos.map(({ id, code, name, city }) => ({
            value: id,
            label: [code, name, city].filter(Boolean).join(' · '),
          }))}
          value={trial.shipToId}
          onChange={shipToId => change({ shipToId })}
        />
        <ChoiceRow
          {...field('orderTypeId', 'Order type')}
          options={types.map(({ id, code, name }) => ({ value: id, label: `${code} · ${name}` }))}
          value={trial.orderTypeId}
          onChange={orderTypeId => change({ orderTypeId })}
        />
        {user.userType === 'EMPLOYEE' && (
          <ChoiceRow
            {...field('placedBy', 'Placed by')}
            options={placed}
            value={trial.placedBy}
            onChange={placedBy => change({ placedBy })}
          />
        )}
        <FieldRow {...field('orderDate', 'Order date')}>
          {control => (
            <DayInput
              {...control}
              value={trial.orderDate}
              onChange={day => change({ orderDate: day ?? dayOf(new Date().toISOString()) })}
            />
          )}
        </FieldRow>
        <FieldRow {...field('otherDate', 'Compare with')}>
          {control => <DayInput {...control} value={trial.otherDate} onChange={otherDate => change({ otherDate })} />}
        </FieldRow>
        {[trial.orderDate, trial.otherDate].some(day => day !== null && day < dayOf(new Date().toISOString())) && (
          <ChoiceRow
            {...field('masters', 'Masters of a past day')}
            wide
            options={masterOptions}
            value={trial.masters}
            onChange={masters => change({ masters })}
          />
        )}
      </div>
      <ol className="trial-lines" aria-label="Lines">
        {trial.lines.map((line, index) => (
          <SimulateLine
            key={line.key}
            customerId={context.customer.id}
            line={line}
            no={index + 1}
            onChange={changes => changeLine(line.key, changes)}
            onRemove={
              trial.lines.length > 1
                ? () => change({ lines: trial.lines.filter(({ key }) => key !== line.key) })
                : undefined
            }
          />
        ))}
      </ol>
      {missing && (
        <p className="field-error" role="alert">
          No line is complete: choose a product and enter a quantity.
        </p>
      )}
      <div className="trial-buttons">
        <Button
          icon={<Icon name="plus" />}
          onClick={() => change({ lines: [...trial.lines, { ...BLANK, key: next.current++ }] })}
        >
          Add a line
        </Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          Simulate
        </Button>
      </div>
    </form>
  )
}

const BLANK: SimulationLine = { key: 0, product: null, qty: null, manualDiscountPct: null, promoCode: '' }

const isWhole = ({ product, qty }: SimulationLine) => product !== null && qty !== null && qty > 0

/** The default simulation: today, to the default address, placed by the person themselves where they sell. */
function begin(context: OrderContext, sells: boolean): Omit<SimulationInput, 'lines'> {
  const types = orderTypesOf(context)
  return {
    shipToId: (context.shipTos.find(({ isDefault }) => isDefault) ?? context.shipTos[0])?.id ?? null,
    orderTypeId: (types.find(({ isDefault }) => isDefault) ?? types[0])?.id ?? null,
    orderDate: dayOf(new Date().toISOString()),
    otherDate: null,
    masters: 'THEN',
    placedBy: sells ? 'ME' : 'ACCOUNT_OWNER',
  }
}
