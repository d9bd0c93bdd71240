import { useSearchParams } from 'react-router'
import { Failure } from '../shell/failure.tsx'
import { Waiting } from '../shell/waiting.tsx'
import { useCart } from './cart/cart-api.ts'
import { ReviewAdvance, ReviewCart } from './cart/review.tsx'
import './cart/cart.css'

/** What is about to be paid, once more: the cart, or with `?advance=` an amount in paise that settles nothing yet. */
export default function ViewSelectedInvoices() {
  const [query] = useSearchParams()
  const cart = useCart(null)
  if (cart.error && !cart.data) return <Failure error={cart.error} onRetry={() => void cart.refetch()} />
  if (!cart.data || (cart.isFetching && !cart.isFetchedAfterMount)) return <Waiting />
  const advance = Number(query.get('advance'))
  return Number.isSafeInteger(advance) && advance > 0 ? (
    <ReviewAdvance answer={cart.data} amount={advance} />
  ) : (
    <ReviewCart answer={cart.data} />
  )
}
