import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { endView } from '../../resources/access-control/commands/roles.ts'
import { timeOf } from '../../resources/define/dates.ts'
import type { Me } from '../account/session.ts'
import { ask, at } from '../derive/command/ask.ts'
import { isRefusal } from '../shell/api.ts'
import './viewing-mark.css'

const endOfView = at<typeof endView>('DELETE view-as/{id}')

/**
 * Banner on every page while an administrator views the portal as somebody else: as whom, until when, and the way back.
 */
export default function ViewingMark({ user, viewing }: { user: Me['user']; viewing: NonNullable<Me['viewing']> }) {
  const [wrong, setWrong] = useState('')
  useEffect(() => {
    // The server has ended the viewing by then; the page only has to notice.
    const left = new Date(viewing.until).getTime() - Date.now()
    const timer = setTimeout(() => window.location.assign('/'), Math.max(left, 1000) + 1000)
    return () => clearTimeout(timer)
  }, [viewing.until])

  async function end() {
    try {
      await ask(endOfView, { id: 'now' })
      window.location.assign(`/access-control/assign-roles?person=${user.id}`)
    } catch (error) {
      setWrong(isRefusal(error) ? error.message : 'Something went wrong.')
    }
  }

  return (
    <section className="viewing-mark" aria-label="Viewing as another person">
      <p>
        {viewing.by}, you see the portal as <strong>{user.name}</strong> ({user.loginId}). You can look, not change or
        export. It ends at {timeOf(viewing.until)}. {wrong}
      </p>
      <Button onClick={() => void end()}>End the view</Button>
    </section>
  )
}
