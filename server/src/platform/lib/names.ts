/** What names people choose may be made of: container tags and customIds alike. */
export const namePattern = /^[a-zA-Z0-9_:.-]+$/
export const nameHint = 'may contain only letters, digits, underscore, colon, hyphen and dot'
