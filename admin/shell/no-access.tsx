import { Button } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { api } from './api.ts'
import { FactList } from './fact-list.tsx'
import { type Me, session } from './session.ts'
import { Standalone } from './standalone.tsx'
import './no-access.css'

const ViewingMark = lazy(() => import('./viewing-mark.tsx'))

/** What the page that refused knows of the rule. */
export interface Refused {
  reason?: string
  rule?: { title: string; action: string; openTo: readonly string[] }
  /** Where it happened. */
  at?: string
}

/** Where a refusal leads: it says which rule refused and who can change that, and writes the request for it. */
export default function NoAccess() {
  const { reason, rule, at } = (useLocation().state as Refused | null) ?? {}
  const { me, grantedBy } = useGranters()
  const [copied, setCopied] = useState('')
  const openTo = me?.user.userType === 'EMPLOYEE' ? rule?.openTo : undefined
  const roles = me?.user.roles.join(', ') || 'none'

  async function copy() {
    const what = rule ? `to ${rule.action} «${rule.title}»` : `to ${at ?? 'a page'}`
    const open = openTo?.length ? ` It is open to ${openTo.join(', ')}.` : ''
    const text = `Please give me the right ${what}. My login is ${me?.user.loginId}, my roles are: ${roles}.${open} ${reason ?? ''}`
    await navigator.clipboard.writeText(text.trim()).then(
      () => setCopied('The request is copied: paste it into a mail.'),
      () => setCopied(text.trim()),
    )
  }

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
            ['Your roles', roles],
            ['Open to', openTo?.join(', ')],
            ['Given by', grantedBy],
          ]}
        />
      )}
      {!me && (
        <p className="quiet">If you need it for your work, ask the IT administrator for the role that opens it.</p>
      )}
      {me && <Button onClick={() => void copy()}>Copy a request for it</Button>}
      <p role="status">{copied}</p>
      <nav className="standalone-links" aria-label="Where to go">
        <Link to="/">Home</Link>
        <Link to="/sign-out">Sign out</Link>
      </nav>
    </Standalone>
  )
}

/** Who is refused, and whom he asks; the page is one without the answers too. */
function useGranters(): { me?: Me; grantedBy?: string } {
  const [known, setKnown] = useState<{ me?: Me; grantedBy?: string }>({})
  useEffect(() => {
    const ask = async () => {
      const me = await session()
      if (!me) return
      setKnown({ me })
      const { data } = await api.get<{ grantedBy: string }>('/who-grants')
      setKnown({ me, grantedBy: data.grantedBy })
    }
    void ask().catch(() => undefined)
  }, [])
  return known
}
