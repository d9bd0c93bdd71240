import { Button, Input } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { AnswerOf } from '../../resources/define/command.ts'
import type * as account from '../../resources/platform/commands/account.ts'
import { NewPassword } from '../derive/form/new-password.tsx'
import { api, isRefusal } from '../shell/api.ts'
import { Standalone } from '../shell/standalone.tsx'

/** Asks for a link that sets a password; opened through such a link, it sets the password. */
export default function ForgetPassword() {
  const [token] = useState(() => window.location.hash.slice(1))
  return token ? <SetPassword token={token} /> : <AskForLink />
}

function SetPassword({ token }: { token: string }) {
  const [loginId, setLoginId] = useState<string>()
  if (loginId === undefined) {
    return (
      <Standalone title="Choose your password">
        <NewPassword
          loginId=""
          askPresent={false}
          onSend={async ({ newPassword }) => {
            const { data } = await api.post<AnswerOf<typeof account.setPassword>>('/new-password', {
              token,
              newPassword,
            })
            window.history.replaceState(null, '', window.location.pathname)
            setLoginId(data.loginId)
          }}
        />
      </Standalone>
    )
  }
  return (
    <Standalone title="Password saved">
      <p>
        Your password is changed. Sign in with the login ID <strong>{loginId}</strong>.
      </p>
      <p>
        <Link to="/login">Sign in</Link>
      </p>
    </Standalone>
  )
}

function AskForLink() {
  const [connected, setConnected] = useState(true)
  const [message, setMessage] = useState('')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    api.get<AnswerOf<typeof account.showMailing>>('/forgotten-password').then(
      ({ data }) => setConnected(data.mailConnected),
      () => undefined,
    )
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setWrong('')
    try {
      const body = { loginId: String(form.get('loginId') ?? ''), email: String(form.get('email') ?? '') }
      setMessage((await api.post<AnswerOf<typeof account.forgetPassword>>('/forgotten-password', body)).data.message)
    } catch (error) {
      setWrong(isRefusal(error) ? error.message : 'Something went wrong.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <Standalone title="Forgotten password">
      {message ? (
        <p role="status">{message}</p>
      ) : (
        <form onSubmit={submit} className="login" noValidate>
          <p>We mail you a link that sets a new password. The link is valid for 30 minutes.</p>
          <div role="alert" className="login-wrong">
            {wrong}
          </div>
          <label htmlFor="loginId">Login ID</label>
          <Input
            id="loginId"
            name="loginId"
            autoComplete="username"
            autoFocus
            spellCheck={false}
            autoCapitalize="none"
          />
          <label htmlFor="email">Registered e-mail</label>
          <Input id="email" name="email" type="email" autoComplete="email" />
          <Button type="primary" htmlType="submit" loading={busy} size="large">
            Send the link
          </Button>
        </form>
      )}
      {!connected && <p className="quiet">E-mail is not connected here: ask the IT administrator for a link.</p>}
      <p>
        <Link to="/login">Back to sign-in</Link>
      </p>
    </Standalone>
  )
}
