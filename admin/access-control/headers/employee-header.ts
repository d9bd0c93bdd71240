import { employee } from '../../../resources/access-control/employee.ts'
import type { LoginStatus } from '../../../resources/access-control/login-status.ts'
import type { Row } from '../../../resources/define/resource.ts'
import { nameIn, personIn } from '../../derive/record/names.ts'
import type { RecordHeader, Words } from '../../derive/record/record-header.ts'
import { dayInWords, plainDay } from '../../derive/record/when.ts'
import { loginStatusText } from '../login-status.ts'

type EmployeeRow = Row<typeof employee> & {
  texts?: Record<string, string | null | undefined>
  roles?: string | null
  loginStatus?: LoginStatus
}
interface BesideEmployee {
  today: string
}

const isAway = ({ delegateFrom, delegateTo }: EmployeeRow, today: string) =>
  delegateFrom !== null && delegateTo !== null && delegateFrom <= today && today <= delegateTo

const hasLeft = ({ dateOfLeaving }: EmployeeRow, today: string) => dateOfLeaving !== null && dateOfLeaving < today

function nextOf(row: EmployeeRow, { today }: BesideEmployee): Words | null {
  const { texts, delegateFrom, delegateTo, dateOfLeaving, managerId, roles } = row
  if (hasLeft(row, today))
    return [`The login is closed, and open approvals moved to ${personIn(texts?.managerId) || 'the manager'}.`]
  if (isAway(row, today))
    return [{ strong: `${personIn(texts?.delegateEmployeeId)} decides` }, ` until ${plainDay(delegateTo!, today)}.`]
  if (dateOfLeaving !== null)
    return [{ strong: `Leaves ${dayInWords(dateOfLeaving, today)}.` }, ' The login is closed that night.']
  if (delegateFrom !== null && delegateFrom > today)
    return [`From ${plainDay(delegateFrom, today)} ${personIn(texts?.delegateEmployeeId)} decides.`]
  if (roles === null || roles === '')
    return [{ strong: 'No role is assigned' }, ', so nothing can be opened but the profile.']
  if (managerId === null) return ['Without a manager: no approver is above this employee’s limit.']
  return [`What is above this employee’s limit goes to ${personIn(texts?.managerId)}.`]
}

/** An employee: their name, who decides for and above them, and whether they sign in. */
export const employeeHeader: RecordHeader<EmployeeRow, BesideEmployee> = {
  resource: employee,
  who: { of: ['name'], say: ({ name }) => name },
  keys: [
    { of: ['employeeCode'], say: ({ employeeCode }) => employeeCode },
    { of: ['designation'], say: ({ designation }) => designation },
    { of: ['departmentId'], say: ({ texts }) => nameIn(texts?.departmentId) },
    { of: ['locationCityId'], say: ({ texts }) => texts?.locationCityId },
  ],
  state: {
    of: ['dateOfLeaving'],
    say: (row, { today }) => {
      if (hasLeft(row, today)) return { tone: 'end', word: 'Has left' }
      if (!row.isActive) return { tone: 'end', word: 'Inactive' }
      return isAway(row, today) ? { tone: 'wait', word: 'Away' } : { tone: 'calm', word: 'At work' }
    },
  },
  next: { of: ['managerId', 'delegateFrom', 'delegateTo', 'dateOfLeaving'], say: nextOf },
  facts: [
    {
      label: 'Manager',
      of: ['managerId'],
      say: ({ texts }) => ({ value: personIn(texts?.managerId) || '–' }),
    },
    {
      label: 'Decides meanwhile',
      of: ['delegateEmployeeId', 'delegateFrom', 'delegateTo'],
      say: (row, { today }) =>
        row.delegateEmployeeId !== null &&
        row.delegateFrom !== null &&
        row.delegateTo !== null &&
        row.delegateTo >= today && {
          value: personIn(row.texts?.delegateEmployeeId),
          small: `${plainDay(row.delegateFrom, today)} to ${plainDay(row.delegateTo, today)}`,
        },
    },
    { label: 'Roles', of: ['roles'], say: ({ roles }) => ({ value: roles || 'none', bad: !roles }) },
    {
      label: 'Login',
      of: ['loginStatus'],
      say: ({ loginStatus }) => loginStatus && { value: loginStatusText[loginStatus] },
    },
    { label: 'Zone', of: ['zoneId'], say: ({ zoneId, texts }) => zoneId !== null && { value: nameIn(texts?.zoneId) } },
    {
      label: 'Joined',
      of: ['dateOfJoining'],
      say: ({ dateOfJoining }, { today }) => ({ value: plainDay(dateOfJoining, today) }),
    },
  ],
}
