import { useState } from 'react'
import type {
  CompanyPeople,
  endPerson,
  PersonOfCompany,
} from '../../resources/access-control/commands/company-people.ts'
import { isHead } from '../../resources/access-control/company-roles.ts'
import { usePerson } from '../account/person.ts'
import { Dialog } from '../derive/action/dialog.tsx'
import { Refusals } from '../derive/action/refusals.tsx'
import { ask, at } from '../derive/command/ask.ts'
import { ChoiceRow } from '../derive/form/choice-row.tsx'
import { isRefusal } from '../shell/api.ts'
import { showSuccess } from '../shell/notices/notices.ts'

const ending = at<typeof endPerson>('POST company-people-ends')

/** Asks before a person's login ends; of the last head customer service also chooses who heads the company next. */
export function EndPersonDialog({
  company,
  person,
  onClose,
}: {
  company: CompanyPeople
  person: PersonOfCompany
  onClose: () => void
}) {
  const { user } = usePerson()
  const [headId, setHead] = useState<number | null>(null)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const others = company.people.filter(({ status, userId }) => status !== 'DISABLED' && userId !== person.userId)
  const isLastHead = isHead({ roles: person.companyRoles }) && !others.some(one => isHead({ roles: one.companyRoles }))
  const choosesHead = isLastHead && user.company === null && others.length > 0

  async function end() {
    setBusy(true)
    try {
      const { drafts } = await ask(ending, { userId: person.userId, headId })
      const left = drafts === 0 ? '' : ` ${drafts} ${drafts === 1 ? 'draft went' : 'drafts went'} to the head.`
      showSuccess(`The login of ${person.name} has ended.${left}`)
      onClose()
    } catch (error) {
      if (!isRefusal(error)) throw error
      setWrong(error.message)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      width={520}
      title={`End the login of ${person.name}?`}
      okText="End login"
      okButtonProps={{ danger: true }}
      cancelText="Back"
      confirmLoading={busy}
      onOk={() => void end()}
      onCancel={onClose}
    >
      <p>Their sessions end immediately. Their drafts, and orders that wait in the company, go to the head.</p>
      {choosesHead && (
        <ChoiceRow
          id="next-head"
          label="Head from now on"
          required
          wide
          options={others.map(({ userId, name }) => ({ value: userId, label: name }))}
          value={headId}
          onChange={setHead}
        />
      )}
      <Refusals sentences={[wrong].filter(Boolean)} />
    </Dialog>
  )
}
