import { Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { passwordFault, passwordHint, refusedPassword } from '../../../resources/platform/password-policy.ts'
import { isRefusal } from '../../shell/api.ts'
import { FieldRow } from './field-row.tsx'
import './new-password.css'

type Wrong = Partial<Record<'password' | 'newPassword' | 'again', string>>

/**
 * Sets a password: the present one when somebody is signed in, the new one twice. The policy is checked here before the
 * server does, which alone has the list of common passwords.
 */
export function NewPassword(form: {
  loginId: string
  askPresent: boolean
  onSend: (passwords: { password: string; newPassword: string }) => Promise<void>
}) {
  const [wrong, setWrong] = useState<Wrong>({})
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const target = event.currentTarget
    const entered = new FormData(target)
    const [password, newPassword, again] = ['password', 'newPassword', 'again'].map(name =>
      String(entered.get(name) ?? ''),
    )
    const fault = passwordFault(newPassword!, form.loginId)
    const mistakes: Wrong = {
      ...(form.askPresent && !password && { password: 'Current password is required' }),
      ...(fault && { newPassword: refusedPassword[fault] }),
      ...(!fault && newPassword !== again && { again: 'The two new passwords differ' }),
    }
    setWrong(mistakes)
    if (Object.keys(mistakes).length > 0) return
    setBusy(true)
    try {
      await form.onSend({ password: password!, newPassword: newPassword! })
      target.reset()
    } catch (error) {
      if (!isRefusal(error)) throw error
      const field = error.faults[0]?.field
      setWrong({ [field === 'password' ? 'password' : 'newPassword']: error.message })
    } finally {
      setBusy(false)
    }
  }

  const row = (name: keyof Wrong, label: string, complete: string, hint?: string) => (
    <FieldRow id={`password-${name}`} label={label} required error={wrong[name]} hint={hint}>
      {({ status, ...control }) => (
        <Input {...control} status={status ?? ''} name={name} type="password" autoComplete={complete} maxLength={200} />
      )}
    </FieldRow>
  )
  return (
    <form onSubmit={submit} noValidate className="new-password">
      {form.askPresent && row('password', 'Current password', 'current-password')}
      {row('newPassword', 'New password', 'new-password', passwordHint)}
      {row('again', 'Repeat new password', 'new-password')}
      <Button type="primary" htmlType="submit" loading={busy}>
        Save password
      </Button>
    </form>
  )
}
