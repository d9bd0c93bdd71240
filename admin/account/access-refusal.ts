import type { Role } from '../../resources/roles.ts'

/** What the refusing page knows about the rule. */
export interface AccessRefusal {
  reason?: string
  rule?: { title: string; path?: string; action: string; openTo: readonly Role[] }
  /** The address of the refused page. */
  at?: string
}
