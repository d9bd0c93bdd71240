/** What each role may do, derived from the declarations. */

import { roleWords } from './access-words.ts'
import { type Capability, capabilities } from './capabilities.ts'
import { capabilitySentences } from './capability-sentences.ts'
import type { Step } from './define/process/process.ts'
import { may } from './define/rights.ts'
import { rolesDeciding } from './orders/approvals/approvers-by-step.ts'
import { orderProcess } from './orders/order-process.ts'
import { subjects } from './registry.ts'
import { type Role, roleCodes } from './roles.ts'

/** One line of the matrix: a resource or report, an action on its rows, a step of an order, an approval, or a special right. */
export interface MatrixLine {
  /** Identifies the line: its path, and what of it. */
  id: string
  kind: 'Rows' | 'Report' | 'Action' | 'Order step' | 'Approval' | 'Special right'
  title: string
  /** Who else may besides the roles: «the person who placed it». */
  also: string
  /** What each role may do, in words; a role without rights is absent. */
  cells: { readonly [role in Role]?: string }
}

/** Every line there is, resources first, each followed by its actions. */
export const accessMatrix = (): MatrixLine[] => [
  ...subjects.flatMap(resource => [
    line(resource.path, resource.kind === 'report' ? 'Report' : 'Rows', resource.title, role =>
      roleWords(resource, role),
    ),
    ...Object.entries(resource.actions).map(([name, { label, letter }]) =>
      line(`${resource.path} ${name}`, 'Action', `${resource.title}: ${label}`, role =>
        may(resource.access, role, letter) ? 'may' : '',
      ),
    ),
  ]),
  ...Object.entries<Step>(orderProcess.steps).map(([name, { label, by }]) => ({
    ...line(`orders ${name}`, 'Order step', `Order: ${label}`, role => (by.includes(role) ? 'may' : '')),
    also: by.flatMap(actor => others[actor] ?? []).join(', '),
  })),
  ...Object.entries(rolesDeciding).map(([step, deciding]) =>
    line(`approvals ${step}`, 'Approval', `Approval: ${step.replaceAll('_', ' ').toLowerCase()}`, role =>
      deciding.includes(role) ? 'decides what is assigned' : '',
    ),
  ),
  ...Object.entries(capabilities).map(([name, { roles }]) =>
    line(`capability ${name}`, 'Special right', capabilitySentences[name as Capability], role =>
      (roles as readonly Role[]).includes(role) ? 'may' : '',
    ),
  ),
]

const others: { readonly [actor: string]: string } = {
  owner: 'the person who placed it',
  assignee: 'whose decision it waits for',
  system: 'the portal itself',
}

function line(id: string, kind: MatrixLine['kind'], title: string, words: (role: Role) => string): MatrixLine {
  const cells = roleCodes.flatMap(role => {
    const text = words(role)
    return text ? [[role, text]] : []
  })
  return { id, kind, title, also: '', cells: Object.fromEntries(cells) }
}
