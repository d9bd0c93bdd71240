import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { addDays } from '../../resources/define/dates.ts'
import type { OrderContext } from '../../resources/orders/pad/offers.ts'
import type { Simulation } from '../../resources/orders/what-if/simulation.ts'
import { usePerson } from '../account/person.ts'
import type { Refusal } from '../shell/api.ts'
import { Failure } from '../shell/failure.tsx'
import { PageFrame } from '../shell/page-frame.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { CustomerSearch } from './pad/customer-search.tsx'
import { SimulateAnswer } from './what-if/simulate-answer.tsx'
import { differences } from './what-if/simulate-compare.ts'
import { SimulateForm } from './what-if/simulate-form.tsx'
import { type SimulationInput, simulate, simulationContext, simulationProducts } from './what-if/simulate-shapes.ts'
import '../derive/show/show.css'
import './show/marks.css'
import './what-if/simulate.css'

/** Simulates an order on any day, for any customer in the person's scope, without placing it. */
export default function Simulate() {
  const { user } = usePerson()
  const [query, setQuery] = useSearchParams()
  const customerId = user.customerId ?? (Number(query.get('customer')) || null)
  return (
    <PageFrame
      purpose={
        user.customerId === null
          ? 'Test any customer, lines and date: price, plant, promised date, tax and approvals, using the masters of that date. Nothing is saved; stock, credit and promotion usage are current.'
          : 'See what an order would cost and when it would arrive. Nothing is saved or ordered.'
      }
    >
      {customerId === null ? (
        <CustomerSearch among="simulation-customers" onChoose={({ id }) => setQuery({ customer: String(id) })} />
      ) : (
        <Trying
          key={customerId}
          customerId={customerId}
          product={query.get('product')}
          discountPct={Number(query.get('discount')) || null}
          onOther={user.customerId === null ? () => setQuery({}) : undefined}
        />
      )}
    </PageFrame>
  )
}

function Trying({
  customerId,
  product,
  discountPct,
  onOther,
}: {
  customerId: number
  /** The code of a product in the address, and a discount in hundredths of a percent. */
  product: string | null
  discountPct: number | null
  onOther: (() => void) | undefined
}) {
  const { user } = usePerson()
  const context = useQuery<OrderContext, Refusal>({
    queryKey: ['simulation-context', customerId],
    queryFn: () => simulationContext(customerId),
  })
  const initialProduct = useQuery({
    queryKey: ['simulation-products', customerId, product],
    enabled: product !== null,
    queryFn: ({ signal }) => simulationProducts(customerId, product!, signal),
  })
  const trying = useMutation<Simulation[], Refusal, SimulationInput>({
    mutationFn: trial =>
      Promise.all(
        [trial.orderDate, trial.otherDate]
          .filter(day => day !== null)
          .map(day => simulate(bodyOf(customerId, trial, day))),
      ),
  })
  if (context.error) return <Failure error={context.error} onRetry={() => void context.refetch()} />
  if (!context.data || initialProduct.isLoading) return <Waiting />
  const { name, code: customerCode } = context.data.customer
  const faults = new Map(trying.error?.faults.map(({ field, message }) => [field, message]))
  const [first, other] = trying.data ?? []
  return (
    <>
      <p className="trial-customer">
        For <strong>{name}</strong> <span className="quiet">{customerCode}</span>
        {onOther && (
          <Button size="small" onClick={onOther}>
            Another customer
          </Button>
        )}
      </p>
      <SimulateForm
        context={context.data}
        initialProduct={initialProduct.data?.find(({ code }) => code === product)}
        discountPct={discountPct}
        faults={faults}
        busy={trying.isPending}
        onSimulate={trying.mutate}
      />
      {trying.error && (
        <Failure error={trying.error} onRetry={() => trying.variables && trying.mutate(trying.variables)} />
      )}
      <div role="status" className="for-readers">
        {first && !trying.isPending && 'See the result below.'}
      </div>
      {first && other && <Differences first={first} other={other} />}
      {first && (
        <div className={trying.isPending ? 'trial-answers is-dim' : 'trial-answers'}>
          {[first, other].map(
            (answer, index) =>
              answer && (
                <SimulateAnswer
                  // biome-ignore lint/suspicious/noArrayIndexKey: the order of the two days is fixed
                  key={index}
                  answer={answer}
                  seesApprovals={user.userType === 'EMPLOYEE'}
                />
              ),
          )}
        </div>
      )}
    </>
  )
}

function Differences({ first, other }: { first: Simulation; other: Simulation }) {
  const sentences = differences(first, other)
  return (
    <section className="panel trial-told" aria-labelledby="trial-differences">
      <h2 id="trial-differences">What differs</h2>
      {sentences.length === 0 ? (
        <p>No differences between the two days.</p>
      ) : (
        <ul className="trial-differences">
          {sentences.map(each => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The simulation request; the requested delivery is a week after the order date. */
const bodyOf = (
  customerId: number,
  { shipToId, orderTypeId, placedBy, masters, lines }: SimulationInput,
  orderDate: string,
) => ({
  orderDate,
  placedBy,
  masters,
  customerId,
  shipToId,
  orderTypeId,
  requestedDeliveryDate: addDays(orderDate, 7),
  lines: lines.map(({ product, qty, manualDiscountPct, promoCode }) => ({
    productId: product?.id,
    qty,
    manualDiscountPct: manualDiscountPct ?? 0,
    promoCode: promoCode.trim() || null,
  })),
})
