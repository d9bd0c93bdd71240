import { useState } from 'react'
import { Link } from 'react-router'
import { NewPassword } from '../derive/new-password.tsx'
import { api } from './api.ts'
import { Standalone } from './standalone.tsx'

/** Where a link leads that sets a password; without one it says whom to ask. */
export default function ForgetPassword() {
  const [token] = useState(() => window.location.hash.slice(1))
  const [loginId, setLoginId] = useState<string>()
  if (loginId !== undefined) {
    return (
      <Standalone title="Password saved">
        <p>
          Your new password holds from now on. Sign in with the login ID <strong>{loginId}</strong>.
        </p>
        <p>
          <Link to="/login">Sign in</Link>
        </p>
      </Standalone>
    )
  }
  if (!token) {
    return (
      <Standalone title="Forgotten password">
        <p>
          Links by e-mail are not connected here yet. Ask your administrator, or the help desk of the company you buy
          from: they make you a link that works once.
        </p>
        <p>
          <Link to="/login">Back to sign-in</Link>
        </p>
      </Standalone>
    )
  }
  return (
    <Standalone title="Choose your password">
      <NewPassword
        loginId=""
        askPresent={false}
        onSend={async ({ newPassword }) => {
          const { data } = await api.post<{ loginId: string }>('/new-password', { token, newPassword })
          window.history.replaceState(null, '', window.location.pathname)
          setLoginId(data.loginId)
        }}
      />
    </Standalone>
  )
}
