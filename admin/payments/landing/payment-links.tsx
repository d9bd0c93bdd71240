import { Link } from 'react-router'
import { Standalone } from '../../shell/standalone.tsx'

export const OUT_OF_REACH = 'The server cannot be reached. Your payment is not lost: check again in a few minutes.'

/** The ways on from a result; a sign-in comes before them where it is needed. */
export const PaymentLinks = () => (
  <span className="standalone-links">
    <Link to="/transaction-view/transactions-view">Show my payments</Link>
    <Link to="/">Home</Link>
  </span>
)

/** A result that is not shown to this visitor. */
export const Refused = ({ words }: { words: string }) => (
  <Standalone title="Your payment" alert>
    <p>{words}</p>
    <PaymentLinks />
  </Standalone>
)
