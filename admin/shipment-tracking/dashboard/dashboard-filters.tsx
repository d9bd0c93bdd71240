import { transporter } from '../../../resources/masters/transporter.ts'
import { plant } from '../../../resources/settings/plant.ts'
import type { Dashboard } from '../../../resources/shipment-tracking/commands/lanes.ts'
import { businessLines } from '../../../resources/trade.ts'
import { useMay } from '../../account/person.ts'
import { ChoiceRow } from '../../derive/form/choice-row.tsx'
import DayInput from '../../derive/form/day-input.tsx'
import { FieldRow } from '../../derive/form/field-row.tsx'
import { ReferencePicker } from '../../derive/form/reference-picker.tsx'
import { useAddress } from '../../shell/use-address.ts'

/** What the address of the dashboard may ask for, by the names of the API. */
export const filterNames = ['from', 'to', 'plantId', 'transporterId', 'businessLine'] as const
type FilterName = (typeof filterNames)[number]

const lineLabels: Record<(typeof businessLines)[number], string> = { CORE: 'Our own', SIGMA: 'Sigma' }

/** The filters of the dashboard; what somebody may not look up is not offered. */
export function DashboardFilters({ shown }: { shown: Dashboard | undefined }) {
  const may = useMay()
  const [query, setQuery] = useAddress()
  const ask = (name: FilterName, value: string | number | null) =>
    setQuery(now => {
      if (value === null || value === '') now.delete(name)
      else now.set(name, String(value))
      return now
    })
  const day = (name: 'from' | 'to', label: string) => (
    <FieldRow id={`tracking-${name}`} label={label}>
      {control => (
        <DayInput {...control} value={query.get(name) ?? shown?.[name] ?? null} onChange={value => ask(name, value)} />
      )}
    </FieldRow>
  )
  const chosen = (name: 'plantId' | 'transporterId', label: string, target: typeof plant | typeof transporter) =>
    may('read', target.path) && (
      <FieldRow id={`tracking-${name}`} label={label}>
        {({ status, ...control }) => (
          <ReferencePicker
            {...control}
            status={status ?? ''}
            target={target}
            placeholder="All"
            value={Number(query.get(name)) || null}
            onChange={id => ask(name, id)}
          />
        )}
      </FieldRow>
    )
  return (
    <section className="panel tracking-filters" aria-label="Which shipments">
      {day('from', 'From')}
      {day('to', 'To')}
      {chosen('plantId', 'Plant', plant)}
      {chosen('transporterId', 'Transporter', transporter)}
      <ChoiceRow
        id="tracking-line"
        label="Business line"
        options={[
          { value: '', label: 'All' },
          ...businessLines.map(value => ({ value: value as string, label: lineLabels[value] })),
        ]}
        value={query.get('businessLine') ?? ''}
        onChange={value => ask('businessLine', value)}
      />
    </section>
  )
}
