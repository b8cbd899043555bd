// What the library on the merchant's page and our frames say to each other: never a value that was typed.

/** Marks our first message to a frame among others that a page may send. */
export const source = 'tollgate-fields'

/** @typedef {{ isEmpty: boolean, isValid: boolean, brand?: string }} FieldState */
/** @typedef {Readonly<Record<string, string>>} Style properties in CSS spelling */
/** @typedef {'focus' | 'hover' | 'placeholder' | 'placeholderShown'} StyledState */
/** @typedef {{
 *   base: Style,
 *   label: string,
 *   placeholder: string,
 *   language: string,
 *   direction: string,
 *   isDisabled: boolean,
 *   options?: readonly { value: string, text: string }[],
 * }} Look how the merchant's own element looks and is called */
/** @typedef {{ formatsCard: boolean, rejectsCharacters: boolean }} Display */

/** To a field.
 * @typedef {{ type: 'look', look: Look }
 *   | { type: 'style', state: StyledState, style: Style }
 *   | { type: 'message', text: string }
 *   | { type: 'focus' }} ToField */
/** From a field.
 * @typedef {{ type: 'ready' }
 *   | { type: 'refused', why: string }
 *   | { type: 'event', name: 'focus' | 'blur' | 'change', state: FieldState }
 *   | { type: 'submit' }} FromField */
/** To the controller.
 * @typedef {{ type: 'update', id: number, kind: string, localBrand?: string | undefined }} ToController */
/** From the controller.
 * @typedef {{ type: 'ready' } | { type: 'result', id: number, result: object }} FromController */
