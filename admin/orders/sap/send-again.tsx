import { Link, useLocation, useSearchParams } from 'react-router'
import { mayTakeStep } from '../../../resources/orders/order-process.ts'
import type { ShownMessage } from '../../../resources/orders/sap/sap-message.ts'
import { resourceAt } from '../../../resources/registry.ts'
import { useMay, usePerson } from '../../account/person.ts'
import { pathOf } from '../../shell/screens.ts'
import { fixAddress } from '../what-if/fix-links.tsx'
import { ActOnOrder } from './act-on-order.tsx'

/** In the address once a cause was mended: the console offers to send again. */
const MENDED = 'mended'

/** The ways on for a message that SAP does not have: mend what stopped it, then send it again. */
export function SendAgain({ message }: { message: ShownMessage }) {
  const { user } = usePerson()
  const [search] = useSearchParams()
  const { order, status, mends, alike } = message
  const refused = order.status === 'IN_ERROR' && status === 'FAILED_BUSINESS'
  const stuck = ['READY', 'RETRY', 'FAILED_TECH'].includes(status)
  const mayMend = refused && (order.placedById === user.id || mayTakeStep(user, 'resubmit'))
  if (!refused && !stuck) return null
  return (
    <div className="sap-send-again">
      {search.has(MENDED) && refused && (
        <p className="notice-box is-good" role="status">
          Back from fixing it? Resubmit {order.orderNo} now to send it again.
          {alike > 0 &&
            ` ${alike} other ${alike === 1 ? 'order has' : 'orders have'} the same error: the button above the list resubmits them together.`}
        </p>
      )}
      {refused && <Mends mends={mends} />}
      {mayMend && <ActOnOrder order={order} steps={['correct', 'resubmit']} />}
      {stuck && mayTakeStep(user, 'retry') && (
        <ActOnOrder order={order} steps={order.status === 'APPROVED' ? ['retry', 'markCreated'] : ['retry']} />
      )}
    </div>
  )
}

/** The rows that SAP names: a link to the form for whoever may change them, else to the row. */
export function Mends({ mends }: Pick<ShownMessage, 'mends'>) {
  const may = useMay()
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  query.set(MENDED, '1')
  const back = `${pathname}?${query}`
  if (mends.length === 0) return null
  return (
    <ul className="sap-mends">
      {mends.map(fix => {
        const { id, resource: path, label } = fix
        const resource = resourceAt(path)
        const changes = id !== undefined && may('update', path)
        return (
          <li key={`${path} ${id ?? ''}`}>
            {changes ? (
              <Link to={fixAddress(fix, back)}>Fix: {label}</Link>
            ) : (
              <Link to={id !== undefined && resource ? pathOf.show(resource, id) : fixAddress(fix, back)}>
                Review: {label}
              </Link>
            )}
          </li>
        )
      })}
    </ul>
  )
}
