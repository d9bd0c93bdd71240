import { Button } from 'antd'
import TextArea from 'antd/es/input/TextArea'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { dayText, rupees } from '../../resources/define/show.ts'
import type { decideByMail, MailedTask, showMailedTask } from '../../resources/orders/approvals/commands.ts'
import { ask, at } from '../derive/command/ask.ts'
import { momentText } from '../derive/value-text.ts'
import { isRefusal } from '../shell/api.ts'
import { FactList } from '../shell/fact-list.tsx'
import { Standalone } from '../shell/standalone.tsx'
import { Waiting } from '../shell/waiting.tsx'
import './approvals/approve.css'

const sentence = (error: unknown) => (isRefusal(error) ? error.message : 'Something went wrong.')

/** Page behind the link of an approval mail: a summary of the order, and the decision. Opening it decides nothing. */
export default function Approve() {
  const [token] = useState(() => window.location.hash.slice(1))
  const [task, setTask] = useState<MailedTask>()
  const [gone, setGone] = useState('')
  const [done, setDone] = useState('')
  useEffect(() => {
    ask(at<typeof showMailedTask>('POST mailed-tasks'), { token }).then(setTask, error => setGone(sentence(error)))
  }, [token])

  if (gone || done) {
    return (
      <Standalone title={done ? 'Thank you' : 'Nothing to decide here'} alert={gone !== ''}>
        <p role={done ? 'status' : undefined}>{done || gone}</p>
        <p>
          <Link to="/">Go to the portal</Link>
        </p>
      </Standalone>
    )
  }
  if (!task) return <Waiting />
  return (
    <Standalone title={`Order ${task.orderNo}`}>
      <Decide
        token={token}
        task={task}
        onDone={message => {
          window.history.replaceState(null, '', window.location.pathname)
          setDone(message)
        }}
      />
    </Standalone>
  )
}

function Decide({ token, task, onDone }: { token: string; task: MailedTask; onDone: (message: string) => void }) {
  const [remark, setRemark] = useState('')
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState('')
  const decide = async (step: 'approve' | 'reject') => {
    setBusy(step)
    setWrong('')
    try {
      const body = { token, step, rowVersion: task.rowVersion, ...(remark.trim() && { remark: remark.trim() }) }
      const { status } = await ask(at<typeof decideByMail>('POST mailed-decisions'), body)
      const verb = step === 'approve' ? 'approved' : 'rejected'
      onDone(`You have ${verb} order ${task.orderNo}. It is now: ${status}.`)
    } catch (error) {
      setWrong(sentence(error))
      setBusy('')
    }
  }
  return (
    <>
      <p>
        {task.name}, this order is waiting for your {task.asked}.
      </p>
      <FactList
        className="facts approve-facts"
        facts={[
          ['Customer', task.customer],
          ['Amount', rupees(task.grossValue)],
          ['Lines', task.lines],
          ['Order date', dayText(task.orderDate)],
          ['Placed by', task.placedBy],
          ['Why', task.why],
          ['Measured', task.measured],
          ['Due', momentText(task.dueAt)],
          ['Remarks', task.remarks],
        ]}
      />
      <label htmlFor="remark">Remark, needed to reject</label>
      <TextArea id="remark" rows={3} maxLength={500} value={remark} onChange={event => setRemark(event.target.value)} />
      <div role="alert" className="login-wrong">
        {wrong}
      </div>
      <div className="approve-buttons">
        <Button
          type="primary"
          size="large"
          loading={busy === 'approve'}
          disabled={busy !== ''}
          onClick={() => void decide('approve')}
        >
          Approve
        </Button>
        <Button
          danger
          size="large"
          loading={busy === 'reject'}
          disabled={busy !== ''}
          onClick={() => void decide('reject')}
        >
          Reject
        </Button>
      </div>
      <p className="quiet">
        The link works once. To see prices, credit and documents first, <Link to="/">sign in</Link>.
      </p>
    </>
  )
}
