import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import type { InvitationOfRow, takeLoginStep } from '../../resources/access-control/commands/logins.ts'
import type { LoginStep } from '../../resources/access-control/logins.ts'
import { ask, at } from '../derive/command/ask.ts'
import { isRefusal } from '../shell/api.ts'
import { showFailure, showSuccess, showWarning } from '../shell/notices/notices.ts'
import { Invitations } from './invitations.tsx'
import './logins.css'

const loginStep = at<typeof takeLoginStep>('POST logins')

interface Named {
  id: number
  name: string
}

const questions: Record<LoginStep, { verb: string; sentence: string }> = {
  create: { verb: 'Create login', sentence: 'Creates a link to set the first password, valid for 48 hours.' },
  renew: { verb: 'Create a new link', sentence: 'The previous link stops working.' },
  close: { verb: 'Close login', sentence: 'Open sessions of this login end immediately.' },
}

/** Creates, renews and closes the logins of rows under a path, each after a confirmation; shows the resulting links. */
export function useLoginSteps(of: string): {
  take: (step: LoginStep, rows: readonly Named[]) => void
  dialog: ReactNode
} {
  const queries = useQueryClient()
  const { modal } = App.useApp()
  const [made, setMade] = useState<readonly InvitationOfRow[]>([])

  async function send(step: LoginStep, rows: readonly Named[]) {
    try {
      const { data } = await ask(loginStep, { of, ids: rows.map(({ id }) => id), step })
      const links = data.filter(({ path }) => path !== null)
      const mailed = data.filter(({ path, hours }) => path === null && hours > 0)
      setMade(links)
      if (step !== 'close')
        for (const { email, sharedWith } of data)
          if (sharedWith) showWarning('Two logins share an address', `${email} is also the address of ${sharedWith}.`)
      if (mailed.length > 0) showSuccess(`Mailed a link to ${mailed.map(({ email }) => email).join(', ')}.`)
      else if (links.length === 0) {
        showSuccess(`${step === 'close' ? 'Closed' : 'Opened'}: ${data.map(({ loginId }) => loginId).join(', ')}.`)
      }
      await queries.invalidateQueries({ queryKey: ['logins'] })
      await queries.invalidateQueries({ queryKey: ['transporter-logins'] })
    } catch (error) {
      if (!isRefusal(error)) throw error
      showFailure(error.message)
    }
  }

  const take = (step: LoginStep, rows: readonly Named[]) => {
    const who = rows.length === 1 ? rows[0]!.name : `${rows.length} transporters`
    modal.confirm({
      title: `${questions[step].verb} of ${who}?`,
      content: questions[step].sentence,
      okText: questions[step].verb,
      okButtonProps: { danger: step === 'close' },
      cancelText: 'Back',
      onOk: () => send(step, rows),
    })
  }
  return { take, dialog: made.length > 0 && <Invitations made={made} onClose={() => setMade([])} /> }
}
