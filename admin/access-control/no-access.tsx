import { Button } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { showGranters } from '../../resources/access-control/commands/roles.ts'
import { type Role, roles } from '../../resources/roles.ts'
import { type Me, session } from '../account/session.ts'
import { ask, at } from '../derive/command/ask.ts'
import { FactList } from '../shell/fact-list.tsx'
import { Standalone } from '../shell/standalone.tsx'
import './no-access.css'
import type { AccessRefusal } from '../account/access-refusal.ts'
import { Opening } from '../shell/use-quick-exit.ts'

const RequestForm = lazy(() => import('./request-form.tsx'))
const ViewingMark = lazy(() => import('./viewing-mark.tsx'))

const granters = at<typeof showGranters>('GET who-grants')

/** Explains a refusal: which rule refused and who can change it, with a form to ask them for access. */
export default function NoAccess() {
  const { reason, rule, at } = (useLocation().state as AccessRefusal | null) ?? {}
  const { me, grantedBy } = useGranters()
  const [requestState, setRequestState] = useState<'not' | 'form' | 'sent'>('not')
  const openTo = me?.user.userType === 'EMPLOYEE' ? rule?.openTo : undefined
  const wanted = wantedBy(rule, at)

  return (
    <Standalone title="No access">
      {me?.viewing && (
        <Suspense fallback={null}>
          <ViewingMark user={me.user} viewing={me.viewing} />
        </Suspense>
      )}
      <p>You do not have access to this page.</p>
      {reason && <p>{reason}</p>}
      {me && (
        <FactList
          className="refusal-facts"
          facts={[
            ['Asked for', rule && `${rule.action}, ${rule.title}`],
            ['Your roles', namesOf(me.user.roles) || 'none'],
            ['Open to', openTo && namesOf(openTo)],
            ['Given by', grantedBy],
          ]}
        />
      )}
      {!me && (
        <p className="quiet">If you need it for your work, ask the IT administrator for the role that opens it.</p>
      )}
      {me && !me.viewing && wanted && requestState !== 'sent' && (
        <Button onClick={() => setRequestState('form')}>Request access</Button>
      )}
      {requestState === 'form' && wanted && (
        <Suspense fallback={<Opening onClose={() => setRequestState('not')} />}>
          <RequestForm wanted={wanted} onClose={() => setRequestState('not')} onSent={() => setRequestState('sent')} />
        </Suspense>
      )}
      <p role="status">{requestState === 'sent' && 'Your request is sent. You will be notified of the answer.'}</p>
      <nav className="standalone-links" aria-label="Where to go">
        <Link to="/">Home</Link>
        <Link to="/sign-out">Sign out</Link>
      </nav>
    </Standalone>
  )
}

const namesOf = (codes: readonly Role[]) => codes.map(code => roles[code].name).join(', ')

/** What an access request names: the list of the rule, else the page. */
function wantedBy(rule: AccessRefusal['rule'], at = '') {
  const page = at.replace(/^\//, '')
  if (rule?.path) return { screen: rule.path, action: rule.action, title: rule.title }
  return page ? { screen: page, action: 'open', title: rule?.title ?? at } : undefined
}

/** The signed-in person, and who grants them roles; the page works without either answer. */
function useGranters(): { me?: Me; grantedBy?: string } {
  const [whoGrants, setWhoGrants] = useState<{ me?: Me; grantedBy?: string }>({})
  useEffect(() => {
    const find = async () => {
      const me = await session()
      if (!me) return
      setWhoGrants({ me })
      setWhoGrants({ me, ...(await ask(granters, {})) })
    }
    void find().catch(() => undefined)
  }, [])
  return whoGrants
}
