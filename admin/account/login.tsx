import { Button, Input } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { AnswerOf } from '../../resources/define/command.ts'
import type { unlockByLink } from '../../resources/platform/commands/account.ts'
import { api, isRefusal, type Refusal } from '../shell/api.ts'
import { companyName } from '../shell/company.ts'
import { Standalone } from '../shell/standalone.tsx'
import { safeNext } from './next-path.ts'
import { signIn } from './session.ts'

/** What needs no sign-in, and what it asks for instead. */
const beside = [
  { path: '/track-shipment', words: 'Track a shipment', says: 'with its number and the delivery PIN code' },
  {
    path: '/search-coa',
    words: 'Find a certificate of analysis',
    says: 'with the product code and batch number on the label',
  },
  { path: '/opt-out', words: 'Stop messages to my e-mail', says: 'about shipments, orders or offers, one by one' },
]

const IDLE = 'You were signed out after a period of inactivity.'

/** Sign-in page. Afterwards it leads to the requested path, on this site only. */
export default function Login() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [wrong, setWrong] = useState(() => (query.has('idle') ? IDLE : ''))
  const [busy, setBusy] = useState(false)
  const [asksCode, setAsksCode] = useState('')
  const [unlocked, setUnlocked] = useState('')
  const [isShown, setShown] = useState(false)

  // The link of a mail that says that a login is locked.
  useEffect(() => {
    const token = /^#unlock=(.+)$/.exec(window.location.hash)?.[1]
    if (!token) return
    window.history.replaceState(null, '', window.location.pathname)
    // The sign-in page loads no client of questions.
    api.post<AnswerOf<typeof unlockByLink>>('/unlocked-logins', { token }).then(
      ({ data }) => setUnlocked(`Your login ${data.loginId} is unlocked. Sign in.`),
      error => setWrong(isRefusal(error) ? error.message : 'Something went wrong.'),
    )
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const formData = new FormData(event.currentTarget)
    const [loginId, password] = [String(formData.get('loginId') ?? '').trim(), String(formData.get('password') ?? '')]
    if (!loginId || !password) return setWrong('Enter your login ID and your password.')
    setBusy(true)
    setWrong('')
    try {
      await signIn(loginId, password, String(formData.get('code') ?? '').trim())
      await navigate(safeNext(query.get('next')), { replace: true })
    } catch (error) {
      const code = isRefusal(error) ? error.code : ''
      setAsksCode(code === 'CODE_NEEDED' ? (error as Refusal).message : '')
      if (code !== 'CODE_NEEDED') setWrong(isRefusal(error) ? error.message : 'Something went wrong.')
      setBusy(false)
    }
  }

  return (
    <Standalone title="Sign in" banners="LOGIN">
      <div className="login-page">
        <form onSubmit={submit} className="login" noValidate>
          <div role="alert" className="login-wrong">
            {wrong}
          </div>
          {unlocked && <p role="status">{unlocked}</p>}
          <label htmlFor="loginId">Login ID</label>
          <Input
            id="loginId"
            name="loginId"
            autoComplete="username"
            autoFocus
            spellCheck={false}
            autoCapitalize="none"
          />
          <label htmlFor="password">Password</label>
          <Input
            id="password"
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete="current-password"
            suffix={
              <button type="button" className="login-show" onClick={() => setShown(!isShown)}>
                {isShown ? 'Hide' : 'Show'}
              </button>
            }
          />
          {asksCode && (
            <>
              <p role="status">{asksCode}</p>
              <label htmlFor="code">Code</label>
              <Input id="code" name="code" autoFocus autoComplete="one-time-code" inputMode="numeric" maxLength={6} />
            </>
          )}
          <Button type="primary" htmlType="submit" loading={busy} size="large">
            Sign in
          </Button>
          <p>
            <Link to="/forget-password">I forgot my password</Link>
          </p>
          <p className="quiet">
            For customers, distributors, transporters and staff. Your login comes from your contact at {companyName}.
          </p>
        </form>
        <nav className="login-beside" aria-labelledby="login-beside">
          <h2 id="login-beside">Without signing in</h2>
          <ul>
            {beside.map(({ path, words, says }) => (
              <li key={path}>
                <Link to={path}>{words}</Link>
                <span className="quiet">{says}</span>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </Standalone>
  )
}
