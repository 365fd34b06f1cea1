-- The transaction that ends a document no longer notes its event.
drop trigger note_event on cell.documents;
