import { customer } from '../../resources/access-control/customer.ts'
import type { DistributorDashboard } from '../../resources/dealerdash/commands.ts'
import { yearText } from '../../resources/define/show.ts'
import { usePerson } from '../account/person.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import { FieldRow } from '../derive/form/field-row.tsx'
import { ReferencePicker } from '../derive/form/reference-picker.tsx'
import { useAddress } from '../shell/use-address.ts'
import type { FilterName } from './use-dashboard.ts'

/** Distributor, financial year and SBU, held in the address. A distributor sees their own figures alone. */
export function DistributorFilters({ shown }: { shown: DistributorDashboard | undefined }) {
  const { user } = usePerson()
  const [query, setQuery] = useAddress()
  const ask = (name: FilterName, value: string | number | null) =>
    setQuery(now => {
      if (value === null || value === '') now.delete(name)
      else now.set(name, String(value))
      return now
    })
  return (
    <section className="panel distributor-filters" aria-label="Which figures">
      {user.customerId === null && (
        <FieldRow id="distributor-customer" label="Distributor">
          {({ status, ...control }) => (
            <ReferencePicker
              {...control}
              status={status ?? ''}
              target={customer}
              where={{ isDistributor: true }}
              placeholder="All"
              value={Number(query.get('customerId')) || null}
              onChange={id => ask('customerId', id)}
            />
          )}
        </FieldRow>
      )}
      <ChoiceRow
        id="distributor-fy"
        label="Financial year"
        options={(shown?.fys ?? []).map(value => ({ value, label: yearText(value) }))}
        value={shown?.fy ?? query.get('fy')}
        onChange={fy => ask('fy', fy)}
      />
      <ChoiceRow
        id="distributor-sbu"
        label="SBU"
        options={[
          { value: '', label: 'All' },
          ...(shown?.sbus ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={query.get('sbuId') ?? ''}
        onChange={id => ask('sbuId', id)}
      />
    </section>
  )
}
