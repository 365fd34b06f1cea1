/** The characters allowed in names that callers choose: container tags and customIds. */
export const namePattern = /^[a-zA-Z0-9_:.-]+$/
export const nameHint = 'may contain only letters, digits, underscore, colon, hyphen and dot'
