import { Ability, fieldPatternMatcher } from '@casl/ability'
import { unpackRules } from '@casl/ability/extra'
import { createContext, useContext } from 'react'
import { ruleFromSent } from '../../resources/access-control/rules-as-sent.ts'
import type { Action } from '../shell/page-list.ts'
import type { Me } from './session.ts'

/**
 * Whether the person may do the action on some row of the subject (a resource path); with a field, on that field of it.
 */
export type May = (action: Action, subject: string, field?: string) => boolean

/**
 * Evaluates the packed rules of the session. Only the server knows which rows a rule covers (`$scope`); here only the
 * kind of resource counts.
 */
export function permissionsFrom(rules: Me['rules']): Pick<Person, 'may' | 'seesAll'> {
  const ability = new Ability(unpackRules(rules).map(ruleFromSent), {
    conditionsMatcher: () => () => true,
    fieldMatcher: fieldPatternMatcher,
  })
  return {
    may: (action, subject, field) => ability.can(action, subject, field),
    seesAll: subject => ability.rulesFor('read', subject).some(rule => !rule.conditions && !rule.inverted),
  }
}

export interface Person extends Me {
  may: May
  /** False where the person sees only the rows of their own scope. */
  seesAll: (subject: string) => boolean
}

export const PersonContext = createContext<Person | undefined>(undefined)

/** The signed-in person, on every page inside the shell. */
export function usePerson(): Person {
  const person = useContext(PersonContext)
  if (!person) throw new Error('Only pages inside the shell know who is signed in')
  return person
}

/** `const may = useMay()`, then `may('create', 'masters/transporter')`. */
export const useMay = () => usePerson().may
