/**
 * The words of the product that declarations use. This folder knows none of them: `resources/vocabulary.ts` names the
 * types, and everything that is declared is checked against them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the product merges its words into it
export interface Vocabulary {}

type Words<Kind extends string> = Vocabulary extends { readonly [kind in Kind]: infer Word extends string }
  ? Word
  : string

/** A role of a person. */
export type Role = Words<'role'>
/** A set of rows that belong to a person. */
export type Scope = Words<'scope'>
/** A group of screens in which masters stand; the first part of their path. */
export type Group = Words<'group'>
/** A property of the lines that a change of a master may affect. */
export type LineFact = Words<'lineFact'>
/** A right that no letter of the access matrix expresses. */
export type Capability = Words<'capability'>
