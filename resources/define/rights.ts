import type { Role } from './vocabulary.ts'

/** R read, C create, U update, D deactivate, I import, A approve or act, X export. */
export type Letter = 'R' | 'C' | 'U' | 'D' | 'I' | 'A' | 'X'
type Grant =
  | 'R'
  | 'RX'
  | 'RU'
  | 'RUX'
  | 'RUA'
  | 'RUDI'
  | 'RA'
  | 'RAX'
  | 'RIAX'
  | 'RC'
  | 'RCI'
  | 'RCA'
  | 'RCU'
  | 'RCUX'
  | 'RCUA'
  | 'RCUD'
  | 'RCUDA'
  | 'RCUDX'
  | 'RCUDI'
  | 'RCUDIX'
  | 'RCUDIXA'
  | 'RCUDIA'
  | 'RCUAI'
  | 'RI'
  | 'RIA'
  | 'RIX'
  | 'X'
export type Access = { readonly [role in Role]?: Grant }
/** The letters that each role holds in the end. */
export type Held = { readonly [role in Role]?: string }

/** The action that a letter allows. */
export const rights = {
  R: 'read',
  C: 'create',
  U: 'update',
  D: 'deactivate',
  I: 'import',
  A: 'approve',
  X: 'export',
} as const satisfies Record<Letter, string>
export type Right = (typeof rights)[Letter]

/** Whether a role has the right of a letter. */
export const may = (access: Held, role: Role, letter: Letter) => access[role]?.includes(letter) ?? false

/** Letters with the export that follows: whoever imports a list, or enters or changes rows of a master, exports it. */
export function withExport(letters: string, kind: 'master' | 'record' | 'report'): string {
  const keeps = kind === 'master' ? /[ICU]/ : /I/
  return keeps.test(letters) && !letters.includes('X') ? `${letters}X` : letters
}

/** What roles hold of a resource: what is granted, with the export that follows. */
export const heldOf = (access: Access, kind: 'master' | 'record'): Held =>
  Object.fromEntries(Object.entries(access).map(([role, grant]) => [role, withExport(grant, kind)])) as Held

/** The roles that may do this. */
export const rolesWith = (access: Held, right: Right): Role[] =>
  (Object.keys(access) as Role[]).filter(role => [...access[role]!].some(letter => rights[letter as Letter] === right))
