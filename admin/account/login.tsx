import { Button, Input } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { AnswerOf } from '../../resources/define/command.ts'
import type { unlockByLink } from '../../resources/platform/commands/account.ts'
import { api, isRefusal, type Refusal } from '../shell/api.ts'
import { definedPages } from '../shell/page-list.ts'
import { Standalone } from '../shell/standalone.tsx'
import { safeNext } from './next-path.ts'
import { signIn } from './session.ts'

const beside = ['/forget-password', '/track-shipment', '/search-coa', '/opt-out']

const IDLE = 'You were signed out after a period of inactivity.'

/** Sign-in page. Afterwards it leads to the requested path, on this site only. */
export default function Login() {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const [wrong, setWrong] = useState(() => (query.has('idle') ? IDLE : ''))
  const [busy, setBusy] = useState(false)
  const [asksCode, setAsksCode] = useState('')
  const [unlocked, setUnlocked] = useState('')

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
      <form onSubmit={submit} className="login" noValidate>
        <div role="alert" className="login-wrong">
          {wrong}
        </div>
        {unlocked && <p role="status">{unlocked}</p>}
        <label htmlFor="loginId">Login ID</label>
        <Input id="loginId" name="loginId" autoComplete="username" autoFocus spellCheck={false} autoCapitalize="none" />
        <label htmlFor="password">Password</label>
        <Input id="password" name="password" type="password" autoComplete="current-password" />
        {asksCode && (
          <>
            <p role="status">{asksCode}</p>
            <label htmlFor="code">Code</label>
            <Input id="code" name="code" autoFocus autoComplete="one-time-code" inputMode="numeric" maxLength={6} />
          </>
        )}
        <Button type="primary" htmlType="submit" loading={busy} block size="large">
          Sign in
        </Button>
      </form>
      <nav className="standalone-links" aria-label="Without signing in">
        {definedPages()
          .pages.filter(page => beside.includes(page.path))
          .map(page => (
            <Link key={page.path} to={page.path}>
              {page.title}
            </Link>
          ))}
      </nav>
    </Standalone>
  )
}
