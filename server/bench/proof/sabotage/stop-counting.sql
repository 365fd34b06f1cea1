-- Counters of containers and organizations miss new documents.
drop trigger count_inserted on cell.documents;
